-- On the standby, after the primary has died and can't come back: make this server the primary.
--     runuser -u postgres -- psql -f /opt/scorekeeper/deploy/two-machines/promote.sql
-- It has no standby of its own yet, so its commits must not wait for one. See docs/hosting.md.
ALTER SYSTEM SET synchronous_standby_names = '';
SELECT pg_reload_conf();
SELECT pg_promote(true, 60) AS "this server is now the primary";
