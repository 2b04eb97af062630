package dev.sluice.service.jdbc.connect;

import dev.sluice.service.config.DatabaseConfig;
import dev.sluice.service.jdbc.dialect.SqlStates;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Opens one connection for a look at a database, within a time that not every driver keeps by itself. */
public final class ConnectAttempt {

    private ConnectAttempt() {}

    /** @param opened the database, perhaps with another URL */
    public static Connection open(String gateway, DatabaseConfig database, DatabaseConfig opened)
            throws UnreachableException {
        return open(gateway, database, opened, opened.connectionTimeout());
    }

    /** The same within another time: files may take long to be read. */
    public static Connection open(String gateway, DatabaseConfig database, DatabaseConfig opened, Duration longest)
            throws UnreachableException {
        final FutureTask<Connection> attempt = new FutureTask<>(() -> ConnectionPools.once(gateway, opened));
        final Thread thread = new Thread(attempt, gateway + "-" + database.name() + "-connect");
        thread.setDaemon(true);
        thread.start();
        final long millis = longest.toMillis();
        try {
            // a little longer than the driver may take, whose own message says more
            return attempt.get(millis + 500, TimeUnit.MILLISECONDS);
        } catch (final TimeoutException e) {
            throw new UnreachableException("no connection within " + millis + " ms", false);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnreachableException("the check was interrupted", false);
        } catch (final ExecutionException e) {
            throw refused(database, opened, e.getCause());
        }
    }

    private static UnreachableException refused(DatabaseConfig database, DatabaseConfig opened, Throwable error) {
        final String said = said(error);
        final String text = Sessions.redacted(
                said.replace(opened.url().value(), database.url().toString()), database);
        final boolean inUse = error instanceof SQLException sql
                && Embedded.inUse(database.url().value(), SqlStates.state(sql));
        return new UnreachableException(text, inUse);
    }

    private static String said(Throwable error) {
        if (error instanceof MissingDriverException missing) {
            return missing.reason();
        }
        return error instanceof SQLException sql
                ? SqlStates.described(sql)
                : String.valueOf(error.getMessage() == null ? error : error.getMessage());
    }
}
