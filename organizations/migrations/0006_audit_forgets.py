# The processes' role adds to the audit and can't change it. Two things must be done to it all the same, and these
# functions, which run as the owner, let them do no more: take an erased person out of its words, while an erasure of the
# organization is under way; and delete that of an organization that is being deleted.

from django.db import migrations

FORGET = """
CREATE FUNCTION loadline_audit_unname(of_organization bigint, of_entry bigint, words jsonb) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $$
    WITH changed AS (
        UPDATE organizations_auditentry SET details = words
        WHERE organization_id = of_organization AND id = of_entry AND EXISTS (
            SELECT FROM organizations_erasure WHERE organization_id = of_organization AND done_at IS NULL
        )
        RETURNING 1
    )
    SELECT count(*)::integer FROM changed
$$;
CREATE FUNCTION loadline_audit_delete(of_organization bigint, most integer) RETURNS SETOF bigint
LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $$
    DELETE FROM organizations_auditentry
    WHERE organization_id = of_organization AND id IN (
        SELECT id FROM organizations_auditentry WHERE organization_id = of_organization LIMIT most
    ) AND EXISTS (
        SELECT FROM organizations_organization WHERE id = of_organization AND deletion_due_at IS NOT NULL
    )
    RETURNING id
$$;
"""
DROP = """
DROP FUNCTION loadline_audit_unname(bigint, bigint, jsonb);
DROP FUNCTION loadline_audit_delete(bigint, integer);
"""


class Migration(migrations.Migration):

    dependencies = [
        ('organizations', '0005_audit_by_month'),
    ]

    operations = [migrations.RunSQL(FORGET, DROP)]
