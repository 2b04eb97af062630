package dev.sluice.testsupport;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A MariaDB server that {@code -Dsluice.mariadb.url} names, such as {@code jdbc:mariadb://127.0.0.1:3306/?user=root}. The
 * user, here or in {@code sluice.mariadb.user} and {@code sluice.mariadb.password}, may create databases. Whoever uses it
 * has its driver on the class path.
 *
 * @param address the URL up to the server's port
 */
public record MariaDbServer(String address, String user, String password) {

    private static final String URL = "sluice.mariadb.url";
    private static final Pattern FORM = Pattern.compile("(jdbc:mariadb://[^/?]+)(?:/[^?]*)?(?:\\?(.*))?");
    private static final AtomicInteger NUMBER = new AtomicInteger();

    /** The server that this JVM was given; empty if it was given none. */
    public static Optional<MariaDbServer> given() {
        final String url = System.getProperty(URL, "");
        if (url.isBlank()) {
            return Optional.empty();
        }
        final Matcher matcher = FORM.matcher(url);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(URL + " is no jdbc:mariadb://host:port/ URL");
        }
        final String options = matcher.group(2) == null ? "" : matcher.group(2);
        return Optional.of(new MariaDbServer(matcher.group(1), option(options, "user"), option(options, "password")));
    }

    /** Why a test is skipped where there is no server. */
    public static String none() {
        return "no MariaDB server is given by -D" + URL;
    }

    private static String option(String options, String name) {
        for (final String option : options.split("&")) {
            if (option.startsWith(name + "=")) {
                return option.substring(name.length() + 1);
            }
        }
        return System.getProperty("sluice.mariadb." + name, "");
    }

    /**
     * Makes an empty database with a name of its own.
     *
     * @return its URL
     */
    public String createDatabase(String prefix) throws SQLException {
        final String name = "sluice_" + prefix + "_" + ProcessHandle.current().pid() + "_" + NUMBER.incrementAndGet();
        execute("CREATE DATABASE " + name);
        return address + "/" + name;
    }

    /** Drops a database that {@link #createDatabase} made. */
    public void drop(String url) throws SQLException {
        execute("DROP DATABASE " + url.substring(address.length() + 1));
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(address + "/", user, password);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Without the password. */
    @Override
    public String toString() {
        return address;
    }
}
