package dev.sluice.faults.kill.bank;

import dev.sluice.faults.kill.Afterwards;
import dev.sluice.testsupport.WrongClock;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * Causes mishaps to the {@link Steady} pair of queues. They do not kill the pair's gateway or writers, and each mishap ends some
 * seconds later. Each kind of mishap happens once before any kind happens again. For one thread.
 */
final class Mishaps {

    /** The kinds of mishaps. */
    enum Mishap {
        /** The server of the steady pair's databases is killed, and started again later. */
        DATABASE_KILLED,
        /** The server ends all connections to it. */
        CONNECTIONS_CUT,
        /** The REST service refuses all calls for a while. */
        SERVICE_AWAY,
        /** The named reader reads nothing for a while. */
        READER_STILL,
        /** The clock of the steady gateway or of its writers is set ahead or back, and corrected later. */
        CLOCK_SET
    }

    private static final int MOST_AWAY_MILLIS = 8_000;
    private static final int MOST_SECONDS_WRONG = 90;

    private final Steady steady;
    private final ItemService items;
    private final SplittableRandom random;
    private final int longestMillis;
    private final Afterwards afterwards = new Afterwards();
    private final List<Mishap> deck = new ArrayList<>();
    private final Set<Mishap> underWay = EnumSet.noneOf(Mishap.class);
    private final Map<Mishap, Integer> happened = new EnumMap<>(Mishap.class);

    /**
     * @param longest the longest time that a reader stands still or a clock is wrong
     */
    Mishaps(Steady steady, ItemService items, SplittableRandom random, Duration longest) {
        this.steady = steady;
        this.items = items;
        this.random = random;
        this.longestMillis = Math.toIntExact(longest.toMillis());
    }

    /** Ends the mishaps whose time is over. */
    void look() throws IOException, InterruptedException {
        afterwards.look();
    }

    /** Whether no mishap is in progress. */
    boolean areOver() {
        return underWay.isEmpty();
    }

    /** Returns how often each kind has happened. */
    Map<Mishap, Integer> happened() {
        return happened;
    }

    /** Causes the next mishap; does nothing if this kind is in progress or cannot happen now. */
    void strike() throws SQLException {
        if (deck.isEmpty()) {
            deck.addAll(List.of(Mishap.values()));
            Collections.shuffle(deck, new Random(random.nextLong()));
        }
        final Mishap mishap = deck.remove(0);
        if (underWay.contains(mishap) || !canHappen(mishap)) {
            return;
        }
        happened.merge(mishap, 1, Integer::sum);
        switch (mishap) {
            case DATABASE_KILLED -> killDatabase();
            case CONNECTIONS_CUT -> cutConnections();
            case SERVICE_AWAY -> {
                items.setAway(true);
                mend(mishap, MOST_AWAY_MILLIS, () -> items.setAway(false));
            }
            case READER_STILL -> {
                steady.slow().setStill(true);
                mend(mishap, longestMillis, () -> steady.slow().setStill(false));
            }
            case CLOCK_SET -> setClock();
        }
    }

    private boolean canHappen(Mishap mishap) {
        return switch (mishap) {
            case CONNECTIONS_CUT -> !underWay.contains(Mishap.DATABASE_KILLED);
            case CLOCK_SET -> !steady.clocks().isEmpty();
            default -> true;
        };
    }

    private void mend(Mishap mishap, int mostMillis, Afterwards.Step step) {
        underWay.add(mishap);
        afterwards.in(away(mostMillis), () -> {
            step.take();
            underWay.remove(mishap);
        });
    }

    private long away(int mostMillis) {
        return TimeUnit.MILLISECONDS.toNanos(500L + random.nextInt(mostMillis));
    }

    /** Kills the server; the mishap is over when the server accepts connections again. */
    private void killDatabase() {
        steady.server().kill();
        underWay.add(Mishap.DATABASE_KILLED);
        afterwards.in(away(MOST_AWAY_MILLIS), () -> {
            steady.server().start();
            afterwards.in(0, this::isDatabaseBack, () -> underWay.remove(Mishap.DATABASE_KILLED));
        });
    }

    private boolean isDatabaseBack() {
        try {
            steady.store().connect().close();
            return true;
        } catch (final SQLException notYet) {
            return false;
        }
    }

    private void cutConnections() throws SQLException {
        try (Connection connection = steady.store().connect();
                Statement statement = connection.createStatement()) {
            if (steady.store().url().startsWith("jdbc:postgresql:")) {
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
