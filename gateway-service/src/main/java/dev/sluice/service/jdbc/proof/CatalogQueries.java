package dev.sluice.service.jdbc.proof;

import dev.sluice.service.jdbc.sql.SessionState;
import dev.sluice.service.jdbc.sql.SqlSyntax;

/**
 * The queries to a product's catalog. The parameters of a query about a relation are its schema and its name. An empty string in
 * place of a query means that the query has no rows. No query uses an empty string as a value, because in some modes of some
 * products an empty string is NULL. In such a mode, a comparison with an empty string would drop rows, and a selected empty
 * string would be read as NULL.
 *
 * @param state the session state that statements of this product can read
 * @param kept the syntax in which the catalog stores its texts, whatever syntax a session uses
 * @param unseen gives a row with the reason if the user does not see the whole catalog
 * @param relations gives the tables, views and synonyms with the name that is passed in lower case; its columns are schema, name,
 *     kind ({@link #TABLE}, {@link #VIEW}, or a description), and 1 if the schema is the current one
 * @param triggers gives the triggers of a relation, or the reason why the user does not see them
 * @param children gives the tables that the actions of foreign keys change together with a table: the columns of
 *     {@code relations}, then 1 if an update of that table changes them, and 1 if a delete changes them
 * @param definition gives the text of a view
 * @param expressions gives the defaults, checks and generated columns of a table, as SQL
 * @param computed gives the expressions of a table's virtual columns, which are computed when the table is read
 * @param columns gives the columns of a relation in their order, in the layout of {@link Column#read}
 * @param routines gives the names of user-defined routines, in lower case
 */
record CatalogQueries(
        SessionState state,
        SqlSyntax kept,
        String unseen,
        String relations,
        String triggers,
        String children,
        String definition,
        String expressions,
        String computed,
        String columns,
        String routines) {

    /** The kind of an ordinary table. */
    static final String TABLE = "BASE TABLE";

    /** The kind of a view or synonym, whose rows come from other tables. */
    static final String VIEW = "VIEW";

    /** Selects the checks, defaults and generated columns of tables, and the checks and defaults of the columns' domains. */
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

    private static final String OF_TABLE = ") AS all_of_them WHERE S = ? AND T = ? AND TEXT IS NOT NULL";

    static final CatalogQueries HSQLDB = new CatalogQueries(
            SessionState.HSQLDB,
            SqlSyntax.HSQLDB,
            """
            SELECT 'user ' || CURRENT_USER || ' sees a part of the catalog only: GRANT DBA TO "' || CURRENT_USER || '"'
            FROM (VALUES 0) AS one
            WHERE NOT EXISTS (SELECT 1 FROM INFORMATION_SCHEMA.ENABLED_ROLES WHERE ROLE_NAME = 'DBA')""",
            """
            SELECT TABLE_SCHEMA, TABLE_NAME,
              CASE WHEN TABLE_TYPE IN ('BASE TABLE', 'VIEW') THEN TABLE_TYPE ELSE 'a temporary table' END,
              CASE WHEN TABLE_SCHEMA = CURRENT_SCHEMA THEN 1 ELSE 0 END
            FROM (SELECT TABLE_SCHEMA, TABLE_NAME, TABLE_TYPE FROM INFORMATION_SCHEMA.TABLES
              UNION ALL SELECT SYNONYM_SCHEMA, SYNONYM_NAME, 'VIEW' FROM INFORMATION_SCHEMA.SYSTEM_SYNONYMS) AS all_of_them
            WHERE LOWER(TABLE_NAME) = ?""",
            """
            SELECT 'trigger ' || TRIGGER_NAME || ' on ' || EVENT_OBJECT_TABLE FROM INFORMATION_SCHEMA.TRIGGERS
            WHERE EVENT_OBJECT_SCHEMA = ? AND EVENT_OBJECT_TABLE = ?""",
            """
            SELECT FKTABLE_SCHEM, FKTABLE_NAME, 'BASE TABLE', 1, CASE WHEN UPDATE_RULE IN (1, 3) THEN 0 ELSE 1 END,
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
                  THEN 'has a collation by which different texts are equal' END,
              CASE KIND WHEN 'TEXT' THEN 'may cut spaces at the end of a text' END,
              CASE WHEN IS_GENERATED <> 'NEVER' THEN 'is generated' END
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
            SqlSyntax.H2,
            "",
            """
            SELECT TABLE_SCHEMA, TABLE_NAME,
              CASE WHEN TABLE_TYPE IN ('BASE TABLE', 'VIEW') THEN TABLE_TYPE ELSE 'a table of the kind ' || TABLE_TYPE END,
              CASE WHEN TABLE_SCHEMA = CURRENT_SCHEMA THEN 1 ELSE 0 END
            FROM (SELECT TABLE_SCHEMA, TABLE_NAME,
                CASE WHEN STORAGE_TYPE IN ('TABLE LINK', 'EXTERNAL') THEN STORAGE_TYPE ELSE TABLE_TYPE END AS TABLE_TYPE
              FROM INFORMATION_SCHEMA.TABLES
              UNION ALL SELECT SYNONYM_SCHEMA, SYNONYM_NAME, 'VIEW' FROM INFORMATION_SCHEMA.SYNONYMS)
            WHERE LOWER(TABLE_NAME) = ?""",
            """
            SELECT 'trigger ' || TRIGGER_NAME || ' on ' || EVENT_OBJECT_TABLE FROM INFORMATION_SCHEMA.TRIGGERS
            WHERE EVENT_OBJECT_SCHEMA = ? AND EVENT_OBJECT_TABLE = ?""",
            """
            SELECT C.TABLE_SCHEMA, C.TABLE_NAME, 'BASE TABLE', 1, CASE WHEN UPDATE_RULE IN ('NO ACTION', 'RESTRICT') THEN 0 ELSE 1 END,
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
                END,
              CAST(NULL AS VARCHAR(1)),
              CASE WHEN IS_GENERATED <> 'NEVER' THEN 'is generated'
                WHEN COLUMN_ON_UPDATE IS NOT NULL THEN 'has ON UPDATE' END
            FROM (SELECT *,
                CASE WHEN UPPER(DATA_TYPE) IN
                      ('BIGINT', 'INTEGER', 'SMALLINT', 'TINYINT', 'NUMERIC', 'DOUBLE PRECISION', 'REAL')
                    THEN 'NUMBER' WHEN UPPER(DATA_TYPE) = 'CHARACTER VARYING' THEN 'TEXT'
                    WHEN UPPER(DATA_TYPE) IN ('UUID', 'DATE', 'TIMESTAMP', 'BOOLEAN') THEN UPPER(DATA_TYPE)
                    ELSE 'OTHER' END AS KIND,
                CASE WHEN UPPER(DATA_TYPE) IN
                      ('BIGINT', 'INTEGER', 'SMALLINT', 'TINYINT', 'NUMERIC', 'CHARACTER VARYING', 'UUID')
                    THEN 1 ELSE 0 END AS EXACT
              FROM INFORMATION_SCHEMA.COLUMNS) AS TYPED
            WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? ORDER BY ORDINAL_POSITION""",
            "SELECT LOWER(ROUTINE_NAME) FROM INFORMATION_SCHEMA.ROUTINES");

    static final CatalogQueries MARIADB = new CatalogQueries(
            SessionState.MARIADB,
            SqlSyntax.MARIADB,
            "",
            """
            SELECT TABLE_SCHEMA, TABLE_NAME,
              CASE WHEN TABLE_TYPE = 'VIEW' THEN 'VIEW' WHEN TABLE_TYPE <> 'BASE TABLE' THEN CONCAT('a ', LOWER(TABLE_TYPE))
                WHEN ENGINE = 'InnoDB' THEN TABLE_TYPE ELSE CONCAT('a table of the engine ', COALESCE(ENGINE, 'unknown')) END,
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
            WHERE COALESCE(CHAR_LENGTH(v.VIEW_DEFINITION), 0) = 0""",
            """
            SELECT K.TABLE_SCHEMA, K.TABLE_NAME, 'BASE TABLE', 1, CASE WHEN UPDATE_RULE IN ('NO ACTION', 'RESTRICT') THEN 0 ELSE 1 END,
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
            WHERE s = ? AND t = ? AND text IS NOT NULL""",
            "SELECT GENERATION_EXPRESSION FROM information_schema.COLUMNS"
                    + " WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? AND EXTRA LIKE 'VIRTUAL%'",
            """
            SELECT COLUMN_NAME,
              CASE WHEN DATA_TYPE IN ('bigint', 'int', 'mediumint', 'smallint', 'tinyint', 'decimal') THEN 'NUMBER'
                WHEN DATA_TYPE IN ('varchar', 'text', 'mediumtext', 'longtext') THEN 'TEXT'
                WHEN DATA_TYPE = 'uuid' THEN 'UUID' ELSE 'ANY' END,
              CASE WHEN DATA_TYPE IN ('varchar', 'text', 'mediumtext', 'longtext')
                  THEN IF(COLLATION_NAME = 'utf8mb4_nopad_bin', NULL, CONCAT('has the collation ', COLLATION_NAME))
                WHEN DATA_TYPE IN ('bigint', 'int', 'mediumint', 'smallint', 'tinyint', 'decimal', 'uuid') THEN NULL
                ELSE CONCAT('has the type ', DATA_TYPE) END,
              CASE WHEN EXTRA LIKE '%auto_increment%' THEN 'may draw a number' WHEN COLUMN_TYPE = 'bigint(20)' THEN NULL
                ELSE 'may cut what is too large' END,
              CASE WHEN EXTRA LIKE '%on update%' THEN 'has ON UPDATE' WHEN IS_GENERATED = 'ALWAYS' THEN 'is generated'
                END
            FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? ORDER BY ORDINAL_POSITION""",
            "SELECT LOWER(ROUTINE_NAME) FROM information_schema.ROUTINES");
}
