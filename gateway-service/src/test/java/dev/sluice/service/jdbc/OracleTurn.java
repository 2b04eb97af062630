package dev.sluice.service.jdbc;

import dev.sluice.service.config.yaml.JdbcUrl;
import dev.sluice.service.jdbc.connect.Session.Turn;
import java.util.concurrent.locks.Lock;

/** For a test's own sessions, which work beside those of other tests' gateways in this JVM. */
public final class OracleTurn {

    private OracleTurn() {}

    /** What such a session holds while it is at work. */
    public static Lock of(String url) {
        return Turn.of(new JdbcUrl(url));
    }
}
