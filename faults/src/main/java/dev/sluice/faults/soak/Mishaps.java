package dev.sluice.faults.soak;

import dev.sluice.faults.kill.Afterwards;
import dev.sluice.faults.kill.Stores.Store;
import dev.sluice.faults.kill.bank.FedWriter;
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
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** Makes mishaps and mends each some seconds later; each kind comes once before any comes again. One thread. */
final class Mishaps {

    /** The mishaps of a soak, which happen while everything works. */
    enum Mishap {
        /** The gateway of the troubled pair. */
        GATEWAY_KILLED,
        /** A gateway ends in order and starts again. */
        GATEWAY_RESTARTED,
        /** The writer of the troubled pair. */
        WRITER_KILLED,
        JOB_KILLED,
        /** The server of all databases. */
        DATABASE_KILLED,
        /** All connections to it are ended by it. */
        CONNECTIONS_CUT,
        /** The REST service refuses all calls for a while. */
        SERVICE_AWAY,
        READER_STILL,
        /** The clock of the troubled gateway or writer is set ahead or back, and later right. */
        CLOCK_SET
    }

    private static final int MOST_AWAY_MILLIS = 8_000;
    private static final int MOST_SECONDS_WRONG = 90;

    private final Scene scene;
    private final SplittableRandom random;
    private final int longestMillis;
    private final Afterwards afterwards = new Afterwards();
    private final List<Mishap> deck = new ArrayList<>();
    private final Map<Mishap, Integer> happened = new EnumMap<>(Mishap.class);
    private boolean databaseDown;
    private boolean serviceAway;
    private boolean clockWrong;

    /**
     * @param longest how long a reader stands still, or a clock is wrong, at most
     */
    Mishaps(Scene scene, SplittableRandom random, Duration longest) {
        this.scene = scene;
        this.longestMillis = Math.toIntExact(longest.toMillis());
        this.random = random;
    }

    /** Does what is due of what follows others. */
    void look() throws IOException, InterruptedException {
        afterwards.look();
    }

    /** Whether everything is mended. */
    boolean areOver() {
        return afterwards.isEmpty();
    }

    /** How often each has happened. */
    Map<Mishap, Integer> happened() {
        return happened;
    }

    /** Has the next one happen; nothing, where it is under way already or cannot happen. */
    void strike() throws IOException, SQLException, InterruptedException {
        if (deck.isEmpty()) {
            deck.addAll(List.of(Mishap.values()));
            Collections.shuffle(deck, new Random(random.nextLong()));
        }
        final Mishap mishap = deck.remove(0);
        final boolean struck = switch (mishap) {
            case GATEWAY_KILLED -> killGateway();
            case GATEWAY_RESTARTED -> restartGateway();
            case WRITER_KILLED -> killWriter();
            case JOB_KILLED -> scene.jobs().runs().kill();
            case DATABASE_KILLED -> killDatabase();
            case CONNECTIONS_CUT -> cutConnections();
            case SERVICE_AWAY -> serviceAway();
            case READER_STILL -> readerStill();
            case CLOCK_SET -> setClock();
        };
        if (struck) {
            happened.merge(mishap, 1, Integer::sum);
        }
    }

    private long away(int mostMillis) {
        return TimeUnit.MILLISECONDS.toNanos(500L + random.nextInt(mostMillis));
    }

    private boolean killGateway() throws IOException, InterruptedException {
        final Gateway gateway = scene.troubled().gateway();
        if (!gateway.isUp()) {
            return false;
        }
        gateway.kill();
        afterwards.in(away(1_000), gateway::start);
        return true;
    }

    private boolean restartGateway() {
        final Gateway gateway = scene.troubled().gateway();
        if (!gateway.isUp()) {
            return false;
        }
        gateway.tell();
        afterwards.in(0, gateway::isGone, () -> {
            gateway.awaitEnd();
            gateway.start();
        });
        return true;
    }

    private boolean killWriter() throws IOException, InterruptedException {
        final FedWriter writer = scene.troubled().writer();
        if (!writer.isUp()) {
            return false;
        }
        writer.kill();
        afterwards.in(away(1_000), writer::start);
        return true;
    }

    private boolean killDatabase() {
        if (databaseDown) {
            return false;
        }
        databaseDown = true;
        scene.stores().kill();
        afterwards.in(away(MOST_AWAY_MILLIS), () -> {
            scene.stores().start();
            databaseDown = false;
        });
        return true;
    }

    private boolean cutConnections() throws SQLException {
        if (databaseDown) {
            return false;
        }
        final Store store = scene.steady().store();
        try (Connection connection = store.connect();
                Statement statement = connection.createStatement()) {
            if (store.url().startsWith("jdbc:postgresql:")) {
                statement.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                        + " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'");
            } else {
                for (final long session : sessions(statement)) {
                    statement.execute("ALTER SESSION " + session + " CLOSE");
                }
            }
        }
        return true;
    }

    private static List<Long> sessions(Statement statement) throws SQLException {
        final List<Long> sessions = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(
                "SELECT session_id FROM INFORMATION_SCHEMA.SYSTEM_SESSIONS" + " WHERE session_id <> SESSION_ID()")) {
            while (rows.next()) {
                sessions.add(rows.getLong(1));
            }
        }
        return sessions;
    }

    private boolean serviceAway() {
        if (serviceAway) {
            return false;
        }
        serviceAway = true;
        scene.items().setAway(true);
        afterwards.in(away(MOST_AWAY_MILLIS), () -> {
            scene.items().setAway(false);
            serviceAway = false;
        });
        return true;
    }

    private boolean readerStill() {
        final SlowReader reader = scene.slow();
        if (reader.isStill()) {
            return false;
        }
        reader.setStill(true);
        afterwards.in(away(longestMillis), () -> reader.setStill(false));
        return true;
    }

    private boolean setClock() {
        final List<WrongClock> clocks = scene.clocks();
        if (clocks.isEmpty() || clockWrong) {
            return false;
        }
        final WrongClock clock = clocks.get(random.nextInt(clocks.size()));
        clockWrong = true;
        clock.set(Duration.ofSeconds(random.nextInt(2 * MOST_SECONDS_WRONG + 1) - MOST_SECONDS_WRONG));
        // A gateway whose clock is behind keeps files for longer by as much: they would look like growth.
        afterwards.in(away(longestMillis), () -> {
            clock.set(Duration.ZERO);
            clockWrong = false;
        });
        return true;
    }
}
