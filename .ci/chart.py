"""Lint the chart, render it as several operators would, and hold the result to Kubernetes' own schemas.

Run by .ci/deployment with its own tools.
"""

import sys
from typing import Any

import kubernetes_validate
import yaml
from helm_python.chart import Chart, lint

OLDEST, NEWEST = "1.29", "1.37"
OWNERS = "loadline-owner"  # what no process that serves may read
VALUES: list[dict[str, Any]] = [
    {},
    {
        "autoscaling": {"enabled": False},
        "environment": {"LOADLINE_SINGLE_SIGN_ON": "1"},
        "imagePullSecrets": [{"name": "registry"}],
        "ingress": {"className": "nginx", "annotations": {"example.com/kind": "public"}},
        "media": {"existingClaim": "recordings"},
        "nodeSelector": {"pool": "apps"},
        "ownerSecretName": OWNERS,
        "processes": {"beat": {"replicas": 2}},
        "tolerations": [{"key": "apps", "operator": "Exists"}],
    },
]


def main(path: str) -> None:
    """End with what is wrong."""
    report = lint(path, strict=True)
    if found := [*report["errors"], *(each for each in report["messages"] if each["severity"] > 1)]:
        sys.exit(f"The chart: {found}")
    for values in VALUES:
        chart = Chart.load(path)
        chart.validate_schema(chart.merge_values(values))
        for name, text in chart.render(values, name="acme", namespace="loadline").items():
            for manifest in filter(None, yaml.safe_load_all(text)):
                is_owners = manifest["kind"] in ("Job", "CronJob") and "ownerSecretName" in values
                if (OWNERS in yaml.safe_dump(manifest)) != is_owners:
                    sys.exit(
                        f"{name}, {manifest['kind']}: the owner's Secret belongs to migrate and partitions alone"
                    )
                for version in (OLDEST, NEWEST):
                    try:
                        kubernetes_validate.validate(manifest, version, strict=True)
                    except kubernetes_validate.ValidationError as error:
                        sys.exit(f"{name}, {manifest['kind']}, Kubernetes {version}: {error.message}")


if __name__ == "__main__":
    main(sys.argv[1])
