package dev.sluice.faults.kill.bank;

import dev.sluice.faults.kill.Afterwards;
import dev.sluice.faults.kill.Mishap;
import dev.sluice.faults.kill.Mishaps;
import dev.sluice.faults.kill.Report;
import dev.sluice.testsupport.WrongClock;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Causes mishaps to the {@link Steady} pair of queues. They do not kill the pair's gateway or writers, and each mishap ends some
 * seconds later. For one thread.
 */
final class SteadyMishaps extends Mishaps {

    static final List<Mishap> KINDS = List.of(
            Mishap.DATABASE_KILLED, Mishap.CONNECTIONS_CUT, Mishap.SERVICE_AWAY, Mishap.READER_STILL, Mishap.CLOCK_SET);

    private static final int MOST_AWAY_MILLIS = 8_000;
    private static final int MOST_SECONDS_WRONG = 90;

    private final Steady steady;
    private final ItemService items;
    private final int longestMillis;
    private final Set<Mishap> underWay = EnumSet.noneOf(Mishap.class);

    /**
     * @param kinds the kinds that may happen, of {@link #KINDS}
     * @param longest the longest time that a reader stands still or a clock is wrong
     */
    SteadyMishaps(
            List<Mishap> kinds,
            Steady steady,
            ItemService items,
            SplittableRandom random,
            Report report,
            Duration longest) {
        super(kinds, random, steady.server(), steady.databases(), report, line -> {});
        this.steady = steady;
        this.items = items;
        this.longestMillis = Math.toIntExact(longest.toMillis());
    }

    @Override
    protected boolean happens(Mishap mishap) throws SQLException {
        if (underWay.contains(mishap)) {
            return false;
        }
        switch (mishap) {
            case CONNECTIONS_CUT -> {
                if (isDatabaseDown()) {
                    return false;
                }
                cutConnections();
            }
            case SERVICE_AWAY -> {
                items.setAway(true);
                mend(mishap, MOST_AWAY_MILLIS, () -> items.setAway(false));
            }
            case READER_STILL -> {
                steady.slow().setStill(true);
                mend(mishap, longestMillis, () -> steady.slow().setStill(false));
            }
            case CLOCK_SET -> {
                if (steady.clocks().isEmpty()) {
                    return false;
                }
                setClock();
            }
            default -> throw new IllegalArgumentException(mishap + " cannot happen to the steady pair");
        }
        return true;
    }

    private void mend(Mishap mishap, int mostMillis, Afterwards.Step step) {
        underWay.add(mishap);
        afterwards.in(millis(500, 500L + mostMillis), () -> {
            step.take();
            underWay.remove(mishap);
        });
    }

    private void cutConnections() throws SQLException {
        try (Connection connection = steady.databases().get(0).connect();
                Statement statement = connection.createStatement()) {
            if (steady.databases().get(0).url().startsWith("jdbc:postgresql:")) {
                statement.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                        + " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'");
            } else {
                for (final long session : sessions(statement)) {
                    statement.execute("ALTER SESSION " + session + " CLOSE");
                }
            }
        }
    }

    private static List<Long> sessions(Statement statement) throws SQLException {
        final List<Long> sessions = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(
                "SELECT session_id FROM INFORMATION_SCHEMA.SYSTEM_SESSIONS WHERE session_id <> SESSION_ID()")) {
            while (rows.next()) {
                sessions.add(rows.getLong(1));
            }
        }
        return sessions;
    }

    /** Sets a clock wrong. A gateway whose clock is behind keeps files longer, by the time that the clock is behind. */
    private void setClock() {
        final WrongClock clock =
                steady.clocks().get(random.nextInt(steady.clocks().size()));
        clock.set(Duration.ofSeconds(random.nextInt(2 * MOST_SECONDS_WRONG + 1) - MOST_SECONDS_WRONG));
        mend(Mishap.CLOCK_SET, longestMillis, () -> clock.set(Duration.ZERO));
    }
}
