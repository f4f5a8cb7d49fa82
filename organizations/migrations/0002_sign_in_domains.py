# Apart from the first one since allauth's tables, which this one points to, point to people.

import django.db.models.deletion
import django.db.models.functions.text
import organizations.tenancy.scope
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('organizations', '0001_initial'),
        ('socialaccount', '0006_alter_socialaccount_extra_data'),
    ]

    operations = [
        migrations.CreateModel(
            name='SignInDomain',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('domain', models.CharField(help_text='The part after the @: acme.example', max_length=253, unique=True)),
                ('app', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='domains', to='socialaccount.socialapp', verbose_name='connection')),
                ('organization', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='organizations.organization')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('organization', 'id'), name='sign_in_domain_key'),
                    models.CheckConstraint(condition=models.Q(('domain', django.db.models.functions.text.Lower('domain'))), name='sign_in_domain_lower'),
                ],
            },
        ),
    ]
