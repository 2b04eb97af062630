package dev.sluice.faults.kill;

import dev.sluice.faults.kill.Stores.Store;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Causes the mishaps of a run, takes the later steps of each, such as a restart, and counts them. A transport adds the kinds that
 * can happen there. For one thread.
 */
public abstract class Mishaps {

    /** The longest time that the server of the databases is down. */
    private static final int MOST_DOWN_MILLIS = 8_000;

    protected final SplittableRandom random;
    protected final Report report;
    /** Receives a line about each step, for people. */
    protected final Consumer<String> said;

    protected final Afterwards afterwards = new Afterwards();

    private final Mishap.Deck deck;
    private final Stores server;
    private final List<Store> databases;
    private boolean databaseDown;

    /**
     * @param kinds the kinds that may happen
     * @param server the server of the databases
     */
    protected Mishaps(
            List<Mishap> kinds,
            SplittableRandom random,
            Stores server,
            List<Store> databases,
            Report report,
            Consumer<String> said) {
        this.deck = new Mishap.Deck(kinds, random.split());
        this.random = random;
        this.server = server;
        this.databases = databases;
        this.report = report;
        this.said = said;
    }

    /** Takes the steps that are due after earlier mishaps. */
    public final void look() throws IOException, InterruptedException {
        afterwards.look();
    }

    /** Whether all mishaps are over and everything runs again. */
    public final boolean areOver() {
        return afterwards.isEmpty();
    }

    /**
     * Causes the next mishap. Does nothing if an earlier one still affects the same target, or it cannot happen now; returns
     * whether it happened.
     */
    public final boolean strike() throws IOException, SQLException, InterruptedException {
        final Mishap mishap = deck.next();
        final boolean happens = mishap == Mishap.DATABASE_KILLED ? killDatabase() : happens(mishap);
        if (happens) {
            report.happened(mishap);
        }
        return happens;
    }

    /** Causes a mishap of a kind that the transport adds; returns whether it happened. */
    protected abstract boolean happens(Mishap mishap) throws IOException, SQLException, InterruptedException;

    protected final boolean isDatabaseDown() {
        return databaseDown;
    }

    /** Returns a random time in nanoseconds. */
    protected final long millis(long least, long most) {
        return TimeUnit.MILLISECONDS.toNanos(random.nextLong(least, most));
    }

    /** Kills the server; the mishap is over when the server accepts connections again. */
    private boolean killDatabase() {
        if (databaseDown) {
            return false;
        }
        said.accept("the database is killed");
        databaseDown = true;
        server.kill();
        afterwards.in(millis(0, MOST_DOWN_MILLIS), () -> {
            said.accept("the database is started");
            server.start();
            afterwards.in(0, this::isDatabaseBack, () -> databaseDown = false);
        });
        return true;
    }

    private boolean isDatabaseBack() {
        try {
            databases.get(0).connect().close();
            return true;
        } catch (final SQLException notYet) {
            return false;
        }
    }
}
