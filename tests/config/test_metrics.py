"""`/metrics`: who may read it, what it tells, and that nothing of a tenant's is in it."""

import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from datetime import timedelta

import pytest
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from calls.states import CallStatus
from config import observing
from organizations import metrics
from tests.factories import CallFactory
