package dev.sluice.perf.load;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Interleaved lookups and updates of rows by key. Row {@code id} of a table has a number {@code n}. A lookup reads this number,
 * and an update adds 1 to it.
 *
 * @param kind determines which rows are read and which are updated
 * @param keys the key of each request, in order
 * @param updates for each request, whether it is an update
 * @param expected for each lookup, the number that it finds if the requests are executed one at a time in this order
 */
public record Mix(Kind kind, long[] keys, boolean[] updates, long[] expected) {

    /** The number of rows in each table. */
    public static final int ROWS = 20_000;

    public static final String READ = "perf_row";
    /** A table that is only updated and never read. */
    public static final String OTHER = "perf_other_row";
    /** A table with a PL/pgSQL trigger, so that the gateway cannot prove the effects of an update. */
    public static final String WATCHED = "perf_watched_row";

    private static final int LOOKUPS_AN_UPDATE = 10;

    /** The kinds of mixes. They differ in the rows that are read and updated. */
    public enum Kind {
        APART("one table, updates of rows never read", READ, LOOKUPS_AN_UPDATE),
        RECENT("one table, updates of a row read in the ten before", READ, LOOKUPS_AN_UPDATE),
        TWO_TABLES("two tables, one read and one updated", OTHER, LOOKUPS_AN_UPDATE),
        EACH("read a row, update it, next", READ, 1),
        UNPROVED("updates not proved, a transaction each", WATCHED, 0);

        private final String shown;
        private final String updated;
        private final int lookups;

        Kind(String shown, String updated, int lookups) {
            this.shown = shown;
            this.updated = updated;
            this.lookups = lookups;
        }

        /** The description in reports. */
        public String shown() {
            return shown;
        }

        /** The name of the updated table. */
        public String updated() {
            return updated;
        }

        private long updatedKey(long[] keys, int before, SplittableRandom random) {
            return switch (this) {
                case APART, TWO_TABLES, UNPROVED -> 1 + ROWS / 2 + random.nextLong(ROWS / 2);
                case RECENT -> keys[before - 1 - random.nextInt(LOOKUPS_AN_UPDATE)];
                case EACH -> keys[before - 1];
            };
        }

        private long readKey(int before, SplittableRandom random) {
            return this == EACH ? 1 + before / 2 % ROWS : 1 + random.nextLong(ROWS / 2);
        }
    }

    /** Generates the given number of requests. */
    public static Mix of(Kind kind, int count, long seed) {
        final SplittableRandom random = new SplittableRandom(seed);
        final long[] keys = new long[count];
        final boolean[] updates = new boolean[count];
        final long[] expected = new long[count];
        final long[] numbers = new long[ROWS + 1];
        for (int i = 0; i < count; i++) {
            updates[i] = i % (kind.lookups + 1) == kind.lookups;
            keys[i] = updates[i] ? kind.updatedKey(keys, i, random) : kind.readKey(i, random);
            if (!updates[i]) {
                expected[i] = numbers[(int) keys[i]];
            } else if (kind.updated.equals(READ)) {
                numbers[(int) keys[i]]++;
            }
        }
        return new Mix(kind, keys, updates, expected);
    }

    /** Returns a mix that consists of only the first {@code count} requests. */
    public Mix first(int count) {
        return new Mix(kind, Arrays.copyOf(keys, count), Arrays.copyOf(updates, count), Arrays.copyOf(expected, count));
    }

    public int count() {
        return keys.length;
    }

    public String lookupSql() {
        return "SELECT n FROM " + READ + " WHERE id = ?";
    }

    public String updateSql() {
        return "UPDATE " + kind.updated + " SET n = n + 1 WHERE id = ?";
    }

    /** Returns the statements that create the tables of all mixes, without rows. */
    public static String[] schema() {
        return new String[] {
            table(READ),
            table(OTHER),
            table(WATCHED),
            "CREATE FUNCTION perf_watch() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$",
            "CREATE TRIGGER perf_watch BEFORE UPDATE ON " + WATCHED + " FOR EACH ROW EXECUTE FUNCTION perf_watch()"
        };
    }

    private static String table(String name) {
        return "CREATE TABLE " + name + " (id BIGINT PRIMARY KEY, n BIGINT NOT NULL) WITH (autovacuum_enabled = false)";
    }

    /** Returns the statements that empty the tables of this mix and fill them again. */
    public String[] refill() {
        return new String[] {
            "TRUNCATE " + READ + ", " + kind.updated,
            "INSERT INTO " + READ + " SELECT id, 0 FROM generate_series(1, " + ROWS + ") AS ids(id)",
            "INSERT INTO " + kind.updated + " SELECT id, 0 FROM generate_series(1, " + ROWS
                    + ") AS ids(id) ON CONFLICT DO NOTHING",
            "VACUUM ANALYZE " + READ,
            "VACUUM ANALYZE " + kind.updated
        };
    }

    /** Checks the number that a lookup found. The place is the lookup's index in this mix. */
    public void check(int place, long found) {
        if (updates[place] || found != expected[place]) {
            throw new IllegalStateException(
                    kind.shown + ": request " + place + " found " + found + ", not " + expected[place]);
        }
    }

    /** Checks how many rows an update changed. The place is the update's index in this mix. */
    public void checkUpdated(int place, long count) {
        if (!updates[place] || count != 1) {
            throw new IllegalStateException(kind.shown + ": request " + place + " updated " + count + " rows");
        }
    }
}
