package dev.sluice.perf.load;

import dev.sluice.perf.lab.Database;
import java.sql.SQLException;
import java.util.Random;

/** Changes that go on and on, the same for the same seed, and what a database must hold that has had them. One thread. */
public final class ChangeStream {

    private static final int LARGEST_AMOUNT = 1_000_000;
    private static final int PIECE = 100_000;

    private final Change kind;
    private final long seed;
    private final Random random;
    private final long[] order = new long[Accounts.COUNT];
    private long given;

    public ChangeStream(Change kind, long seed) {
        this.kind = kind;
        this.seed = seed;
        this.random = new Random(seed);
    }

    /** The next ones. */
    public Changes next(int count) {
        final long[] amounts = new long[count];
        final long[] ids = new long[count];
        for (int i = 0; i < count; i++) {
            given++;
            amounts[i] = random.nextInt(LARGEST_AMOUNT);
            ids[i] = nextId();
        }
        return kind == Change.INSERT ? new Changes(kind, ids, amounts) : new Changes(kind, amounts, ids);
    }

    private long nextId() {
        return switch (kind) {
            case INSERT -> given;
            case UPDATE -> nextOfAll();
            case UPDATE_BY_FUNCTION -> 1L + random.nextInt(Accounts.COUNT);
        };
    }

    /** All accounts in some order, then all in another one. */
    private long nextOfAll() {
        final int place = (int) ((given - 1) % Accounts.COUNT);
        if (place == 0) {
            for (int i = 0; i < order.length; i++) {
                final int other = random.nextInt(i + 1);
                order[i] = order[other];
                order[other] = i + 1L;
            }
        }
        return order[place];
    }

    /** Gives so many away. */
    public void skip(long count) {
        for (long left = count; left > 0; left -= PIECE) {
            next((int) Math.min(PIECE, left));
        }
    }

    /**
     * Checks that the database holds what all changes given so far make of it, one after the other.
     *
     * @throws IllegalStateException if it does not
     */
    public void check(Database database, String variant) throws SQLException {
        kind.contents(database).mustEqual(expected(), "The table of '" + variant + "' in the end");
    }

    private Asked expected() {
        final ChangeStream again = new ChangeStream(kind, seed);
        final Expected expected = kind == Change.INSERT ? new Entries.Model() : new Accounts.Model(kind);
        while (again.given < given) {
            final Changes piece = again.next((int) Math.min(PIECE, given - again.given));
            for (int i = 0; i < piece.count(); i++) {
                expected.change(piece.first()[i], piece.second()[i]);
            }
        }
        return expected.contents();
    }

    /** A table as plain Java, to which the same changes are made. */
    interface Expected {
        void change(long first, long second);

        Asked contents();
    }
}
