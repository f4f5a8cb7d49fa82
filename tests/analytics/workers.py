"""Other processes, as far as the database can tell: threads with connections of their own, led step by step."""

import threading
from concurrent.futures import Future, ThreadPoolExecutor

from django.db import IntegrityError, OperationalError, connection, transaction

PATIENCE = 30  # seconds: whoever takes longer hangs


class Undone(Exception):
    """Makes a transaction roll back."""


class Worker:
    """A thread with its own connection to the database."""

    def __init__(self):
        self._thread = ThreadPoolExecutor(max_workers=1)

    def start(self, work, *values) -> Future:
        """Begin the work."""
        return self._thread.submit(work, *values)

    def do(self, work, *values):
        """Do the work, and return what it returns."""
        return self.start(work, *values).result(PATIENCE)

    def close(self):
        """Hang up."""
        self.do(lambda: connection.close())  # the thread's own
        self._thread.shutdown()


class Writer(Worker):
    """Writes in a transaction that stays open until it is told how that ends."""

    def __init__(self):
        super().__init__()
        self.is_open = False

    def write(self, work, *values):
        """Do the work in the open transaction, or in a new one; False where another writer was in the way."""
        return self.do(self._write, work, *values)

    def _write(self, work, *values):
        if not self.is_open:
            self._transaction = transaction.atomic()
            self._transaction.__enter__()
            self.is_open = True
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL lock_timeout = '50ms'")
        try:
            with transaction.atomic():
                work(*values)
        except OperationalError:
            return False
        return True

    def end(self, *, is_kept):
        """Commit, or roll back; False where another writer was in the way, and nothing is kept."""
        return self.do(self._end, is_kept)

    def _end(self, is_kept):
        if self.is_open:
            self.is_open = False
            try:
                self._transaction.__exit__(*((None,) * 3 if is_kept else (Undone, Undone(), None)))
            except IntegrityError:  # somebody has deleted what this one refers to: nothing is kept either
                pass
            except OperationalError:
                return False
        return True


class Roller(Worker):
    """Rolls up; may be halted at any of its statements, or killed there."""

    def __init__(self):
        super().__init__()
        self._is_halted, self._go_on = threading.Event(), threading.Event()
        self._running: Future | None = None
        self._is_through = False

    def kill_at(self, statement, work, *values):
        """Begin the work, and end its connection just before its n-th statement; True where it didn't get that far."""
        return self.do(self._kill_at, statement, work, *values)

    def _kill_at(self, statement, work, *values):
        def kill(execute, sql, params, many, context):
            nonlocal statement
            statement -= 1
            if statement == 0:
                sql, params, many = "SELECT pg_terminate_backend(pg_backend_pid())", None, False
            return execute(sql, params, many, context)

        try:
            with connection.execute_wrapper(kill):
                work(*values)
        except OperationalError:
            connection.close()
            return True
        return False

    def halt_at(self, statement, work, *values):
        """Begin the work, and let it wait before its n-th statement until `go_on()`; or do all of it."""
        self._is_halted.clear()
        self._go_on.clear()
        self._is_through = False
        self._running = self.start(self._halt_at, statement, work, *values)
        assert self._is_halted.wait(PATIENCE)
        if self._is_through:
            self.go_on()

    def _halt_at(self, statement, work, *values):
        def halt(execute, *statement_):
            nonlocal statement
            statement -= 1
            if statement == 0:
                self._is_halted.set()
                assert self._go_on.wait(PATIENCE)
            return execute(*statement_)

        try:
            with connection.execute_wrapper(halt):
                work(*values)
        finally:
            self._is_through = True
            self._is_halted.set()

    @property
    def is_halted(self):
        """Whether work waits to go on."""
        return self._running is not None

    def go_on(self):
        """Let the work that waits be done; errors of it are raised."""
        self._go_on.set()
        running, self._running = self._running, None
        if running is not None:
            running.result(PATIENCE)
