package dev.sluice.service.generated;

import java.util.Map;
import java.util.regex.Pattern;

/** What a program may have, told from its text, so that a run says how many had it. */
enum Feature {
    KEYS_OF_SEVERAL_COLUMNS("(PRIMARY KEY|UNIQUE[A-Z ]*) \\(k, \\w"),
    REFERENCES_OF_SEVERAL_COLUMNS("FOREIGN KEY \\(r, "),
    UPDATE_FROM("UPDATE \\S+ x SET .* FROM "),
    DELETE_USING("DELETE FROM \\S+ x USING "),
    SET_OF_ROWS(" SET \\("),
    NULLS_NOT_DISTINCT("NULLS NOT DISTINCT"),
    ARBITERS_OF_EXPRESSIONS("ON CONFLICT \\((k, )?(abs|\\()"),
    PARTIAL_ARBITERS("ON CONFLICT \\(\\w\\) WHERE"),
    MERGE_WITH_CONDITIONS("MERGE INTO .* AND .* THEN DELETE"),
    ROW_MOVEMENT("PARTITION BY (RANGE|LIST)"),
    POLICIES_BY_SETTING("CREATE POLICY .*current_setting"),
    TRANSITION_TABLES("REFERENCING \\w+ TABLE"),
    CHECK_OPTION("(LOCAL|CASCADED) CHECK OPTION"),
    RULES_WITH_RETURNING("CREATE RULE .* RETURNING"),
    COMPOSITE_TYPES("ADD c pair"),
    DOMAINS_OVER_ARRAYS("ADD l few"),
    CACHE("LOOKUP.* \\[.*cache: "),
    TRUNCATE("AD_HOC TRUNCATE"),
    DDL("AD_HOC (ALTER|CREATE|REFRESH)"),
    JSONB_KEYS("TABLE t\\d \\(k jsonb"),
    ROUNDED_KEYS("TABLE t\\d \\(k (numeric|timestamp|NUMERIC|TIMESTAMP)"),
    FUNCTIONS_AS_FIELDS("(x|y|t\\d)\\.f\\d"),
    OPERATORS("CREATE OPERATOR"),
    CASTS("CREATE CAST"),
    SHADOWS("CREATE FUNCTION (unnest|abs|concat)\\("),
    MATERIALIZED_VIEWS("MATERIALIZED VIEW kept AS");

    private final Pattern text;

    Feature(String text) {
        this.text = Pattern.compile(text);
    }

    /** Counts those that a program has. */
    static void count(Case program, Map<Feature, Integer> programs) {
        final String text = program.toString();
        for (final Feature feature : values()) {
            if (feature.text.matcher(text).find()) {
                programs.merge(feature, 1, Integer::sum);
            }
        }
    }
}
