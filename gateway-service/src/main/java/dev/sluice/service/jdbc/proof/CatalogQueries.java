package dev.sluice.service.jdbc.proof;

import dev.sluice.service.jdbc.sql.SessionState;

/**
 * Questions to a product's catalog. Where a question takes a relation, its parameters are the schema and the name; an empty
 * question has no answers.
 *
 * @param state the state of its sessions
 * @param unseen gives a row with the reason if the user does not see the whole catalog
 * @param relations gives the tables, views and synonyms of a name in small letters: schema, name, kind (empty for an ordinary
 *     table, {@link #VIEW}, or words), and 1 where names without a schema are looked for
 * @param triggers gives the triggers of a relation, or why they are not seen
 * @param deferred gives the constraints of a relation that are checked at the end of a transaction
 * @param children gives the tables that the actions of foreign keys change with a table, as {@code relations} does, and two
 *     numbers more: 1 if after an update of it, and 1 if after a delete
 * @param definition gives the text of a view
 * @param expressions gives the defaults, checks and generated columns of a table, as SQL
 * @param computed gives the generated columns of a table that are computed when it is read
 * @param columns gives the columns of a relation in their order, as {@link Column#read} takes them
 * @param routines gives the names of the user's routines, in small letters
 */
record CatalogQueries(
        SessionState state,
        String unseen,
        String relations,
        String triggers,
        String deferred,
        String children,
        String definition,
        String expressions,
        String computed,
        String columns,
        String routines) {

    /** The kind of what has its rows from other tables. */
    static final String VIEW = "VIEW";

    /** The checks, the defaults and the generated columns of tables, and what domains bring to their columns. */
    private static final String EXPRESSIONS = """
            SELECT TABLE_SCHEMA AS S, TABLE_NAME AS T, C.CHECK_CLAUSE AS TEXT FROM INFORMATION_SCHEMA.TABLE_CONSTRAINTS K
              JOIN INFORMATION_SCHEMA.CHECK_CONSTRAINTS C
                ON C.CONSTRAINT_SCHEMA = K.CONSTRAINT_SCHEMA AND C.CONSTRAINT_NAME = K.CONSTRAINT_NAME
            UNION ALL SELECT TABLE_SCHEMA, TABLE_NAME, COLUMN_DEFAULT FROM INFORMATION_SCHEMA.COLUMNS
            UNION ALL SELECT TABLE_SCHEMA, TABLE_NAME, GENERATION_EXPRESSION FROM INFORMATION_SCHEMA.COLUMNS
            UNION ALL SELECT L.TABLE_SCHEMA, L.TABLE_NAME, C.CHECK_CLAUSE FROM INFORMATION_SCHEMA.COLUMNS L
              JOIN INFORMATION_SCHEMA.DOMAIN_CONSTRAINTS D
                ON D.DOMAIN_SCHEMA = L.DOMAIN_SCHEMA AND D.DOMAIN_NAME = L.DOMAIN_NAME
              JOIN INFORMATION_SCHEMA.CHECK_CONSTRAINTS C
                ON C.CONSTRAINT_SCHEMA = D.CONSTRAINT_SCHEMA AND C.CONSTRAINT_NAME = D.CONSTRAINT_NAME
            UNION ALL SELECT L.TABLE_SCHEMA, L.TABLE_NAME, D.DOMAIN_DEFAULT FROM INFORMATION_SCHEMA.COLUMNS L
              JOIN INFORMATION_SCHEMA.DOMAINS D ON D.DOMAIN_SCHEMA = L.DOMAIN_SCHEMA AND D.DOMAIN_NAME = L.DOMAIN_NAME""";

    private static final String OF_TABLE = ") AS all_of_them WHERE S = ? AND T = ? AND TEXT <> ''";

    static final CatalogQueries SQLITE = new CatalogQueries(
            SessionState.SQLITE,
            "SELECT 'database ' || name || ' is attached' FROM pragma_database_list WHERE name NOT IN ('main', 'temp')",
            """
            WITH wanted(name) AS (SELECT ?)
            SELECT 'main', m.name,
              CASE WHEN type = 'view' THEN 'VIEW' WHEN sql LIKE 'CREATE VIRTUAL%' THEN 'a virtual table' ELSE '' END, 1
            FROM wanted w, sqlite_master m WHERE type IN ('table', 'view') AND LOWER(m.name) = w.name
            UNION ALL
            SELECT 'temp', m.name, 'a temporary table', 1
            FROM wanted w, sqlite_temp_master m WHERE type IN ('table', 'view') AND LOWER(m.name) = w.name""",
            """
            WITH changed(place, name) AS (SELECT ?, ?)
            SELECT 'trigger ' || m.name || ' on ' || c.name
            FROM changed c, (SELECT * FROM sqlite_master UNION ALL SELECT * FROM sqlite_temp_master) m
            WHERE m.type = 'trigger' AND m.tbl_name = c.name COLLATE NOCASE""",
            """
            WITH changed(place, name) AS (SELECT ?, ?)
            SELECT 'deferred foreign key of ' || m.name || ' on ' || f."table"
            FROM changed c, pragma_foreign_keys k, sqlite_master m, pragma_foreign_key_list(m.name) f
            WHERE k.foreign_keys = 1 AND m.type = 'table' AND m.sql LIKE '%INITIALLY%DEFERRED%'
              AND (m.name = c.name COLLATE NOCASE OR f."table" = c.name COLLATE NOCASE)""",
            """
            WITH changed(place, name) AS (SELECT ?, ?)
            SELECT 'main', m.name, '', 1, f.on_update NOT IN ('NO ACTION', 'RESTRICT'), f.on_delete NOT IN ('NO ACTION', 'RESTRICT')
            FROM changed c, sqlite_master m, pragma_foreign_key_list(m.name) f
            WHERE m.type = 'table' AND f."table" = c.name COLLATE NOCASE
              AND (f.on_update NOT IN ('NO ACTION', 'RESTRICT') OR f.on_delete NOT IN ('NO ACTION', 'RESTRICT'))""",
            "WITH changed(place, name) AS (SELECT ?, ?)"
                    + " SELECT m.sql FROM changed c, sqlite_master m WHERE m.type = 'view' AND m.name = c.name",
            "WITH changed(place, name) AS (SELECT ?, ?)"
                    + " SELECT m.sql FROM changed c, sqlite_master m WHERE m.type = 'table' AND m.name = c.name",
            "",
            """
            WITH changed(place, name) AS (SELECT ?, ?),
              texts(sql) AS (SELECT UPPER(group_concat(m.sql)) FROM changed c, sqlite_master m
                WHERE m.tbl_name = c.name COLLATE NOCASE),
              typed AS (SELECT x.*, CASE WHEN UPPER(type) LIKE '%INT%' THEN 'NUMBER'
                  WHEN UPPER(type) LIKE '%CHAR%' OR UPPER(type) LIKE '%CLOB%' OR UPPER(type) LIKE '%TEXT%' THEN 'TEXT'
                  ELSE 'ANY' END AS kind
                FROM changed c, pragma_table_xinfo(c.name) x)
            SELECT name, kind,
              CASE WHEN kind = 'ANY' THEN 'has the type ' || type
                WHEN kind = 'TEXT' AND (sql LIKE '%COLLATE%' OR sql IS NULL)
                  THEN 'may have a collation by which different texts are equal' ELSE '' END,
              CASE WHEN sql LIKE '%CONFLICT%' THEN 'belongs to a table with ON CONFLICT' ELSE '' END,
              CASE WHEN hidden > 0 THEN 'is generated'
                WHEN sql LIKE '%CONFLICT%' THEN 'belongs to a table with ON CONFLICT' ELSE '' END
            FROM typed, texts ORDER BY cid""",
            "");

    static final CatalogQueries HSQLDB = new CatalogQueries(
            SessionState.HSQLDB,
            """
            SELECT 'user ' || CURRENT_USER || ' sees a part of the catalog only: GRANT DBA TO "' || CURRENT_USER || '"'
            FROM (VALUES 0) AS one
            WHERE NOT EXISTS (SELECT 1 FROM INFORMATION_SCHEMA.ENABLED_ROLES WHERE ROLE_NAME = 'DBA')""",
            """
            SELECT TABLE_SCHEMA, TABLE_NAME,
              CASE TABLE_TYPE WHEN 'BASE TABLE' THEN '' WHEN 'VIEW' THEN 'VIEW' ELSE 'a temporary table' END,
              CASE WHEN TABLE_SCHEMA = CURRENT_SCHEMA THEN 1 ELSE 0 END
            FROM (SELECT TABLE_SCHEMA, TABLE_NAME, TABLE_TYPE FROM INFORMATION_SCHEMA.TABLES
              UNION ALL SELECT SYNONYM_SCHEMA, SYNONYM_NAME, 'VIEW' FROM INFORMATION_SCHEMA.SYSTEM_SYNONYMS) AS all_of_them
            WHERE LOWER(TABLE_NAME) = ?""",
            """
            SELECT 'trigger ' || TRIGGER_NAME || ' on ' || EVENT_OBJECT_TABLE FROM INFORMATION_SCHEMA.TRIGGERS
            WHERE EVENT_OBJECT_SCHEMA = ? AND EVENT_OBJECT_TABLE = ?""",
            "",
            """
            SELECT FKTABLE_SCHEM, FKTABLE_NAME, '', 1, CASE WHEN UPDATE_RULE IN (1, 3) THEN 0 ELSE 1 END,
              CASE WHEN DELETE_RULE IN (1, 3) THEN 0 ELSE 1 END
            FROM INFORMATION_SCHEMA.SYSTEM_CROSSREFERENCE
            WHERE PKTABLE_SCHEM = ? AND PKTABLE_NAME = ? AND (UPDATE_RULE NOT IN (1, 3) OR DELETE_RULE NOT IN (1, 3))""",
            """
            SELECT TEXT FROM (SELECT TABLE_SCHEMA AS S, TABLE_NAME AS T, VIEW_DEFINITION AS TEXT FROM INFORMATION_SCHEMA.VIEWS
              UNION ALL SELECT SYNONYM_SCHEMA, SYNONYM_NAME, '"' || OBJECT_SCHEMA || '"."' || OBJECT_NAME || '"'
                FROM INFORMATION_SCHEMA.SYSTEM_SYNONYMS) AS all_of_them
            WHERE S = ? AND T = ?""",
            "SELECT TEXT FROM (" + EXPRESSIONS + OF_TABLE,
            "",
            """
            SELECT COLUMN_NAME, KIND,
              CASE WHEN DOMAIN_NAME IS NOT NULL THEN 'has the domain ' || DOMAIN_NAME
                WHEN KIND = 'DATE' OR EXACT = 0 THEN 'has the type ' || DATA_TYPE
                WHEN KIND = 'TEXT' AND (COLLATION_SCHEMA <> 'INFORMATION_SCHEMA' OR COLLATION_NAME <> 'SQL_TEXT'
                    OR EXISTS (SELECT 1 FROM INFORMATION_SCHEMA.SYSTEM_PROPERTIES
                      WHERE PROPERTY_NAME = 'sql.pad_space' AND PROPERTY_VALUE <> 'false'))
                  THEN 'has a collation by which different texts are equal' ELSE '' END,
              CASE KIND WHEN 'TEXT' THEN 'may cut spaces at the end of a text' ELSE '' END,
              CASE IS_GENERATED WHEN 'NEVER' THEN '' ELSE 'is generated' END
            FROM (SELECT INFORMATION_SCHEMA.COLUMNS.*,
                CASE WHEN DATA_TYPE IN ('BIGINT', 'INTEGER', 'SMALLINT', 'TINYINT', 'DECIMAL', 'NUMERIC', 'DOUBLE PRECISION')
                    THEN 'NUMBER' WHEN DATA_TYPE = 'CHARACTER VARYING' THEN 'TEXT'
                    WHEN DATA_TYPE IN ('UUID', 'DATE', 'TIMESTAMP', 'BOOLEAN') THEN DATA_TYPE ELSE 'OTHER' END AS KIND,
                CASE WHEN DATA_TYPE IN ('BIGINT', 'INTEGER', 'SMALLINT', 'TINYINT', 'DECIMAL', 'NUMERIC', 'CHARACTER VARYING',
                  'UUID') THEN 1 ELSE 0 END AS EXACT
              FROM INFORMATION_SCHEMA.COLUMNS) AS TYPED
            WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? ORDER BY ORDINAL_POSITION""",
            "SELECT LOWER(ROUTINE_NAME) FROM INFORMATION_SCHEMA.ROUTINES"
                    + " WHERE ROUTINE_SCHEMA NOT IN ('SYSTEM_LOBS', 'INFORMATION_SCHEMA')");

    static final CatalogQueries H2 = new CatalogQueries(
            SessionState.H2,
            "",
            """
            SELECT TABLE_SCHEMA, TABLE_NAME,
              CASE TABLE_TYPE WHEN 'BASE TABLE' THEN '' WHEN 'VIEW' THEN 'VIEW' ELSE 'a table of the kind ' || TABLE_TYPE END,
              CASE WHEN TABLE_SCHEMA = CURRENT_SCHEMA THEN 1 ELSE 0 END
            FROM (SELECT TABLE_SCHEMA, TABLE_NAME, TABLE_TYPE FROM INFORMATION_SCHEMA.TABLES
              UNION ALL SELECT SYNONYM_SCHEMA, SYNONYM_NAME, 'VIEW' FROM INFORMATION_SCHEMA.SYNONYMS)
            WHERE LOWER(TABLE_NAME) = ?""",
            """
            SELECT 'trigger ' || TRIGGER_NAME || ' on ' || EVENT_OBJECT_TABLE FROM INFORMATION_SCHEMA.TRIGGERS
            WHERE EVENT_OBJECT_SCHEMA = ? AND EVENT_OBJECT_TABLE = ?""",
            "",
            """
            SELECT C.TABLE_SCHEMA, C.TABLE_NAME, '', 1, CASE WHEN UPDATE_RULE IN ('NO ACTION', 'RESTRICT') THEN 0 ELSE 1 END,
              CASE WHEN DELETE_RULE IN ('NO ACTION', 'RESTRICT') THEN 0 ELSE 1 END
            FROM INFORMATION_SCHEMA.REFERENTIAL_CONSTRAINTS R
              JOIN INFORMATION_SCHEMA.TABLE_CONSTRAINTS P
                ON P.CONSTRAINT_SCHEMA = R.UNIQUE_CONSTRAINT_SCHEMA AND P.CONSTRAINT_NAME = R.UNIQUE_CONSTRAINT_NAME
              JOIN INFORMATION_SCHEMA.TABLE_CONSTRAINTS C
                ON C.CONSTRAINT_SCHEMA = R.CONSTRAINT_SCHEMA AND C.CONSTRAINT_NAME = R.CONSTRAINT_NAME
            WHERE P.TABLE_SCHEMA = ? AND P.TABLE_NAME = ?
              AND (UPDATE_RULE NOT IN ('NO ACTION', 'RESTRICT') OR DELETE_RULE NOT IN ('NO ACTION', 'RESTRICT'))""",
            """
            SELECT TEXT FROM (SELECT TABLE_SCHEMA AS S, TABLE_NAME AS T, VIEW_DEFINITION AS TEXT FROM INFORMATION_SCHEMA.VIEWS
              UNION ALL SELECT SYNONYM_SCHEMA, SYNONYM_NAME, '"' || SYNONYM_FOR || '"' FROM INFORMATION_SCHEMA.SYNONYMS)
            WHERE S = ? AND T = ?""",
            "SELECT TEXT FROM (" + EXPRESSIONS + """

              UNION ALL SELECT TABLE_SCHEMA, TABLE_NAME, COLUMN_ON_UPDATE FROM INFORMATION_SCHEMA.COLUMNS
              UNION ALL SELECT L.TABLE_SCHEMA, L.TABLE_NAME, D.DOMAIN_ON_UPDATE FROM INFORMATION_SCHEMA.COLUMNS L
                JOIN INFORMATION_SCHEMA.DOMAINS D ON D.DOMAIN_SCHEMA = L.DOMAIN_SCHEMA AND D.DOMAIN_NAME = L.DOMAIN_NAME""" + OF_TABLE,
            "",
            """
            SELECT COLUMN_NAME, KIND,
              CASE WHEN DOMAIN_NAME IS NOT NULL THEN 'has the domain ' || DOMAIN_NAME
                WHEN KIND = 'DATE' OR EXACT = 0 THEN 'has the type ' || DATA_TYPE
                WHEN KIND = 'TEXT' AND COLLATION_NAME <> 'OFF' THEN 'has a collation by which different texts are equal'
                ELSE '' END,
              '',
              CASE WHEN IS_GENERATED <> 'NEVER' THEN 'is generated'
                WHEN COLUMN_ON_UPDATE IS NOT NULL THEN 'has ON UPDATE' ELSE '' END
            FROM (SELECT *,
                CASE WHEN DATA_TYPE IN ('BIGINT', 'INTEGER', 'SMALLINT', 'TINYINT', 'NUMERIC', 'DOUBLE PRECISION', 'REAL')
                    THEN 'NUMBER' WHEN DATA_TYPE = 'CHARACTER VARYING' THEN 'TEXT'
                    WHEN DATA_TYPE IN ('UUID', 'DATE', 'TIMESTAMP', 'BOOLEAN') THEN DATA_TYPE ELSE 'OTHER' END AS KIND,
                CASE WHEN DATA_TYPE IN ('BIGINT', 'INTEGER', 'SMALLINT', 'TINYINT', 'NUMERIC', 'CHARACTER VARYING', 'UUID')
                  THEN 1 ELSE 0 END AS EXACT
              FROM INFORMATION_SCHEMA.COLUMNS) AS TYPED
            WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? ORDER BY ORDINAL_POSITION""",
            "SELECT LOWER(ROUTINE_NAME) FROM INFORMATION_SCHEMA.ROUTINES");

    static final CatalogQueries MARIADB = new CatalogQueries(
            SessionState.MARIADB,
            "",
            """
            SELECT TABLE_SCHEMA, TABLE_NAME,
              CASE WHEN TABLE_TYPE = 'VIEW' THEN 'VIEW' WHEN TABLE_TYPE <> 'BASE TABLE' THEN CONCAT('a ', LOWER(TABLE_TYPE))
                WHEN ENGINE = 'InnoDB' THEN '' ELSE CONCAT('a table of the engine ', ENGINE) END,
              TABLE_SCHEMA = DATABASE()
            FROM information_schema.TABLES WHERE LOWER(TABLE_NAME) = ?""",
            """
            WITH changed(place, name) AS (SELECT ?, ?),
            granted(place, name) AS (
              SELECT '%', '%' FROM information_schema.USER_PRIVILEGES
                WHERE PRIVILEGE_TYPE = 'TRIGGER' AND GRANTEE = CONCAT('''', REPLACE(CURRENT_USER(), '@', '''@'''), '''')
              UNION ALL SELECT TABLE_SCHEMA, '%' FROM information_schema.SCHEMA_PRIVILEGES
                WHERE PRIVILEGE_TYPE = 'TRIGGER' AND GRANTEE = CONCAT('''', REPLACE(CURRENT_USER(), '@', '''@'''), '''')
              UNION ALL SELECT TABLE_SCHEMA, TABLE_NAME FROM information_schema.TABLE_PRIVILEGES
                WHERE PRIVILEGE_TYPE = 'TRIGGER' AND GRANTEE = CONCAT('''', REPLACE(CURRENT_USER(), '@', '''@'''), ''''))
            SELECT CONCAT('trigger ', TRIGGER_NAME, ' on ', c.name) FROM information_schema.TRIGGERS, changed c
            WHERE EVENT_OBJECT_SCHEMA = c.place AND EVENT_OBJECT_TABLE = c.name
            UNION ALL
            SELECT CONCAT('the triggers of ', c.name, ' cannot be seen: GRANT TRIGGER ON `', c.place, '`.`', c.name, '` TO ',
              '''', REPLACE(CURRENT_USER(), '@', '''@'''), '''')
            FROM changed c WHERE NOT EXISTS (SELECT 1 FROM granted g
              WHERE c.place LIKE g.place AND (g.name = '%' OR g.name = c.name))
              AND NOT EXISTS (SELECT 1 FROM information_schema.VIEWS v WHERE v.TABLE_SCHEMA = c.place AND v.TABLE_NAME = c.name)
            UNION ALL
            SELECT CONCAT('the definition of ', c.name, ' cannot be seen: GRANT SHOW VIEW ON `', c.place, '`.`', c.name, '` TO ',
              '''', REPLACE(CURRENT_USER(), '@', '''@'''), '''')
            FROM changed c JOIN information_schema.VIEWS v ON v.TABLE_SCHEMA = c.place AND v.TABLE_NAME = c.name
            WHERE v.VIEW_DEFINITION = ''""",
            "",
            """
            SELECT K.TABLE_SCHEMA, K.TABLE_NAME, '', 1, CASE WHEN UPDATE_RULE IN ('NO ACTION', 'RESTRICT') THEN 0 ELSE 1 END,
              CASE WHEN DELETE_RULE IN ('NO ACTION', 'RESTRICT') THEN 0 ELSE 1 END
            FROM information_schema.REFERENTIAL_CONSTRAINTS R
              JOIN information_schema.KEY_COLUMN_USAGE K
                ON K.CONSTRAINT_SCHEMA = R.CONSTRAINT_SCHEMA AND K.CONSTRAINT_NAME = R.CONSTRAINT_NAME
                  AND K.TABLE_NAME = R.TABLE_NAME
            WHERE R.UNIQUE_CONSTRAINT_SCHEMA = ? AND R.REFERENCED_TABLE_NAME = ?
              AND (UPDATE_RULE NOT IN ('NO ACTION', 'RESTRICT') OR DELETE_RULE NOT IN ('NO ACTION', 'RESTRICT'))""",
            "SELECT VIEW_DEFINITION FROM information_schema.VIEWS WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?",
            """
            SELECT text FROM (
              SELECT CONSTRAINT_SCHEMA AS s, TABLE_NAME AS t, CHECK_CLAUSE AS text FROM information_schema.CHECK_CONSTRAINTS
              UNION ALL SELECT TABLE_SCHEMA, TABLE_NAME, COLUMN_DEFAULT FROM information_schema.COLUMNS
              UNION ALL SELECT TABLE_SCHEMA, TABLE_NAME, GENERATION_EXPRESSION FROM information_schema.COLUMNS) AS x
            WHERE s = ? AND t = ? AND text <> ''""",
            "SELECT GENERATION_EXPRESSION FROM information_schema.COLUMNS"
                    + " WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? AND EXTRA LIKE 'VIRTUAL%'",
            """
            SELECT COLUMN_NAME,
              CASE WHEN DATA_TYPE IN ('bigint', 'int', 'mediumint', 'smallint', 'tinyint', 'decimal') THEN 'NUMBER'
                WHEN DATA_TYPE IN ('varchar', 'text', 'mediumtext', 'longtext') THEN 'TEXT'
                WHEN DATA_TYPE = 'uuid' THEN 'UUID' ELSE 'ANY' END,
              CASE WHEN DATA_TYPE IN ('varchar', 'text', 'mediumtext', 'longtext')
                  THEN IF(COLLATION_NAME = 'utf8mb4_nopad_bin', '', CONCAT('has the collation ', COLLATION_NAME))
                WHEN DATA_TYPE IN ('bigint', 'int', 'mediumint', 'smallint', 'tinyint', 'decimal', 'uuid') THEN ''
                ELSE CONCAT('has the type ', DATA_TYPE) END,
              CASE WHEN EXTRA LIKE '%auto_increment%' THEN 'may draw a number' WHEN COLUMN_TYPE = 'bigint(20)' THEN ''
                ELSE 'may cut what is too large' END,
              CASE WHEN EXTRA LIKE '%on update%' THEN 'has ON UPDATE' WHEN IS_GENERATED = 'ALWAYS' THEN 'is generated'
                ELSE '' END
            FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? ORDER BY ORDINAL_POSITION""",
            "SELECT LOWER(ROUTINE_NAME) FROM information_schema.ROUTINES");

    static final CatalogQueries DERBY = new CatalogQueries(
            SessionState.DB2,
            "",
            """
            SELECT S.SCHEMANAME, T.TABLENAME, CASE T.TABLETYPE WHEN 'T' THEN '' WHEN 'S' THEN 'a system table' ELSE 'VIEW' END,
              CASE WHEN S.SCHEMANAME = CURRENT SCHEMA THEN 1 ELSE 0 END
            FROM SYS.SYSTABLES T JOIN SYS.SYSSCHEMAS S ON S.SCHEMAID = T.SCHEMAID WHERE LOWER(T.TABLENAME) = ?""",
            """
            SELECT REASON FROM (
              SELECT S.SCHEMANAME, T.TABLENAME, 'trigger ' || G.TRIGGERNAME || ' on ' || T.TABLENAME
              FROM SYS.SYSTABLES T JOIN SYS.SYSSCHEMAS S ON S.SCHEMAID = T.SCHEMAID JOIN SYS.SYSTRIGGERS G ON G.TABLEID = T.TABLEID)
              AS X (S, T, REASON)
            WHERE S = ? AND T = ?""",
            """
            SELECT REASON FROM (
              SELECT S.SCHEMANAME, T.TABLENAME, 'deferrable constraint ' || C.CONSTRAINTNAME || ' on ' || T.TABLENAME
              FROM SYS.SYSTABLES T JOIN SYS.SYSSCHEMAS S ON S.SCHEMAID = T.SCHEMAID
                JOIN SYS.SYSCONSTRAINTS C ON C.TABLEID = T.TABLEID
              WHERE C.STATE <> 'E'
              UNION ALL
              SELECT S.SCHEMANAME, T.TABLENAME, 'deferrable constraint ' || C.CONSTRAINTNAME || ' to ' || T.TABLENAME
              FROM SYS.SYSTABLES T JOIN SYS.SYSSCHEMAS S ON S.SCHEMAID = T.SCHEMAID
                JOIN SYS.SYSCONSTRAINTS P ON P.TABLEID = T.TABLEID
                JOIN SYS.SYSFOREIGNKEYS F ON F.KEYCONSTRAINTID = P.CONSTRAINTID
                JOIN SYS.SYSCONSTRAINTS C ON C.CONSTRAINTID = F.CONSTRAINTID
              WHERE C.STATE <> 'E') AS X (S, T, REASON)
            WHERE S = ? AND T = ?""",
            """
            SELECT CS.SCHEMANAME, CT.TABLENAME, '', 1, CASE WHEN F.UPDATERULE IN ('C', 'U') THEN 1 ELSE 0 END,
              CASE WHEN F.DELETERULE IN ('C', 'U') THEN 1 ELSE 0 END
            FROM SYS.SYSTABLES T JOIN SYS.SYSSCHEMAS S ON S.SCHEMAID = T.SCHEMAID
              JOIN SYS.SYSCONSTRAINTS P ON P.TABLEID = T.TABLEID
              JOIN SYS.SYSFOREIGNKEYS F ON F.KEYCONSTRAINTID = P.CONSTRAINTID
              JOIN SYS.SYSCONSTRAINTS C ON C.CONSTRAINTID = F.CONSTRAINTID
              JOIN SYS.SYSTABLES CT ON CT.TABLEID = C.TABLEID JOIN SYS.SYSSCHEMAS CS ON CS.SCHEMAID = CT.SCHEMAID
            WHERE S.SCHEMANAME = ? AND T.TABLENAME = ? AND (F.DELETERULE IN ('C', 'U') OR F.UPDATERULE IN ('C', 'U'))""",
            """
            SELECT TEXT FROM (
              SELECT S.SCHEMANAME, T.TABLENAME, CAST(V.VIEWDEFINITION AS VARCHAR(32672)) FROM SYS.SYSTABLES T
                JOIN SYS.SYSSCHEMAS S ON S.SCHEMAID = T.SCHEMAID JOIN SYS.SYSVIEWS V ON V.TABLEID = T.TABLEID
              UNION ALL
              SELECT S.SCHEMANAME, A.ALIAS, CAST(A.ALIASINFO AS VARCHAR(32672)) FROM SYS.SYSALIASES A
                JOIN SYS.SYSSCHEMAS S ON S.SCHEMAID = A.SCHEMAID WHERE A.ALIASTYPE = 'S') AS X (S, T, TEXT)
            WHERE S = ? AND T = ?""",
            """
            SELECT CAST(K.CHECKDEFINITION AS VARCHAR(32672)) FROM SYS.SYSTABLES T
              JOIN SYS.SYSSCHEMAS S ON S.SCHEMAID = T.SCHEMAID
              JOIN SYS.SYSCONSTRAINTS C ON C.TABLEID = T.TABLEID JOIN SYS.SYSCHECKS K ON K.CONSTRAINTID = C.CONSTRAINTID
            WHERE S.SCHEMANAME = ? AND T.TABLENAME = ?""",
            "",
            """
            SELECT NAME,
              CASE WHEN BASE IN ('BIGINT', 'INTEGER', 'SMALLINT', 'DECIMAL', 'NUMERIC', 'DOUBLE', 'REAL') THEN 'NUMBER'
                WHEN BASE = 'VARCHAR' THEN 'TEXT' ELSE 'OTHER' END,
              CASE WHEN BASE IN ('BIGINT', 'INTEGER', 'SMALLINT', 'DECIMAL', 'NUMERIC') THEN ''
                ELSE 'has the type ' || BASE END,
              '', CASE WHEN CAST(DEF AS VARCHAR(30)) LIKE 'GENERATED ALWAYS AS (%' THEN 'is generated' ELSE '' END
            FROM (SELECT S.SCHEMANAME, T.TABLENAME, C.COLUMNNUMBER, C.COLUMNNAME, C.COLUMNDEFAULT,
                CASE WHEN LOCATE('(', TYPE) > 0 THEN SUBSTR(TYPE, 1, LOCATE('(', TYPE) - 1)
                  WHEN LOCATE(' ', TYPE) > 0 THEN SUBSTR(TYPE, 1, LOCATE(' ', TYPE) - 1) ELSE TYPE END
              FROM SYS.SYSTABLES T JOIN SYS.SYSSCHEMAS S ON S.SCHEMAID = T.SCHEMAID
                JOIN (SELECT REFERENCEID, COLUMNNUMBER, COLUMNNAME, COLUMNDEFAULT, CAST(COLUMNDATATYPE AS VARCHAR(60)) AS TYPE
                  FROM SYS.SYSCOLUMNS) AS C ON C.REFERENCEID = T.TABLEID) AS X (S, T, NUMBER, NAME, DEF, BASE)
            WHERE S = ? AND T = ? ORDER BY NUMBER""",
            "SELECT LOWER(ALIAS) FROM SYS.SYSALIASES WHERE ALIASTYPE IN ('F', 'P') AND NOT SYSTEMALIAS");
}
