# Scorekeeper in a container: docs/hosting.md, “In a container”. tests/packaging/test_container.py runs these steps.
FROM python:3.11.15-slim-bookworm AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /build
COPY requirements-build.lock requirements-postgres.lock ./
RUN python -m venv /venv && /venv/bin/pip install --require-hashes -r requirements-build.lock \
    && python -m venv /opt/scorekeeper && /opt/scorekeeper/bin/pip install --require-hashes -r requirements-postgres.lock
COPY . .
RUN /venv/bin/python -m hatchling build -t wheel -d /wheels && /opt/scorekeeper/bin/pip install --no-deps --no-index /wheels/*.whl

FROM python:3.11.15-slim-bookworm
# With PostgreSQL, its pg_dump makes the backups.
RUN apt-get update && apt-get install --yes --no-install-recommends postgresql-client-15=15.* && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 10001 --home-dir /data scorekeeper && mkdir -m 0700 /data && chown 10001 /data
COPY --from=build /opt/scorekeeper /opt/scorekeeper
ENV PATH=/opt/scorekeeper/bin:$PATH DATA_DIR=/data PYTHONUNBUFFERED=1
USER 10001
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=10s --start-period=10m --start-interval=2s CMD ["scorekeeper", "ready"]
ENTRYPOINT ["scorekeeper"]
CMD ["serve", "--bind", "0.0.0.0"]
