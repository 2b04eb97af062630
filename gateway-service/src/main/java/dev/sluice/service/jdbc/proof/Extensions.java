package dev.sluice.service.jdbc.proof;

/** Extensions that come with PostgreSQL, and whose functions do nothing but compute. */
final class Extensions {

    private static final String KNOWN = "'btree_gin', 'btree_gist', 'citext', 'cube', 'earthdistance', 'fuzzystrmatch',"
            + " 'hstore', 'intarray', 'isn', 'ltree', 'pg_trgm', 'pgcrypto', 'seg', 'unaccent', 'uuid-ossp'";

    private Extensions() {}

    /** The condition that the row of that catalog, whose number is {@code oid}, belongs to one of these. */
    static String member(String catalog) {
        return "EXISTS (SELECT FROM pg_depend d JOIN pg_extension e ON d.refclassid = 'pg_extension'::regclass"
                + " AND e.oid = d.refobjid WHERE d.classid = '" + catalog + "'::regclass AND d.objid = " + catalog
                + ".oid AND d.deptype = 'e' AND e.extname IN (" + KNOWN + "))";
    }
}
