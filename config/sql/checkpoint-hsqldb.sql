-- The tables in which a gateway keeps what makes updates happen exactly once, for HSQLDB. A gateway that may create
-- tables makes them itself; run this where it may not, in the schema that its user works in, then
--   GRANT SELECT, INSERT, UPDATE, DELETE ON sluice_checkpoint, sluice_outcome TO <its user>;
-- Small: one row a gateway, and a few hundred rows of outcomes. Never delete from them while a gateway has requests
-- without results: their updates would run again.

CREATE TABLE sluice_checkpoint (
    gateway       VARCHAR(64)  NOT NULL,
    database_name VARCHAR(64)  NOT NULL,
    queue_id      VARCHAR(36)  NOT NULL,
    last_index    BIGINT       NOT NULL,
    pruned_index  BIGINT       NOT NULL,
    epoch         BIGINT       NOT NULL,
    holder        VARCHAR(200) NOT NULL,
    PRIMARY KEY (gateway, database_name)
);

CREATE TABLE sluice_outcome (
    gateway       VARCHAR(64) NOT NULL,
    database_name VARCHAR(64) NOT NULL,
    last_index    BIGINT      NOT NULL,
    outcomes      VARBINARY(16777216) NOT NULL,
    PRIMARY KEY (gateway, database_name, last_index)
);
