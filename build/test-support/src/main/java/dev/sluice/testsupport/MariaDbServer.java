package dev.sluice.testsupport;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The MariaDB server given by {@code -Dsluice.mariadb.url}, for example {@code jdbc:mariadb://127.0.0.1:3306/?user=root}. The
 * user and password come from this URL or from {@code sluice.mariadb.user} and {@code sluice.mariadb.password}. The user must
 * have the right to create databases. Other options of the URL are also part of the URLs of the created databases. The MariaDB
 * driver must be on the class path.
 *
 * @param address the URL up to and including the server's port
 * @param options the options after the question mark, without the user and the password
 */
public record MariaDbServer(String address, String options, String user, String password) {

    private static final String URL = "sluice.mariadb.url";
    private static final Pattern FORM = Pattern.compile("(jdbc:mariadb://[^/?]+)(?:/[^?]*)?(?:\\?(.*))?");
    private static final AtomicInteger NUMBER = new AtomicInteger();

    /** Returns the server given by the system property, or empty if the property is not set. */
    public static Optional<MariaDbServer> given() {
        final String url = System.getProperty(URL, "");
        if (url.isBlank()) {
            return Optional.empty();
        }
        final Matcher matcher = FORM.matcher(url);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(URL + " is not a jdbc:mariadb://host:port/ URL");
        }
        final List<String> options =
                matcher.group(2) == null ? List.of() : List.of(matcher.group(2).split("&"));
        final String others = options.stream()
                .filter(option -> !option.startsWith("user=") && !option.startsWith("password="))
                .collect(Collectors.joining("&"));
        return Optional.of(
                new MariaDbServer(matcher.group(1), others, option(options, "user"), option(options, "password")));
    }

    /** Returns why a test is skipped if no server is given. */
    public static String none() {
        return "no MariaDB server is given by -D" + URL;
    }

    private static String option(List<String> options, String name) {
        return options.stream()
                .filter(option -> option.startsWith(name + "="))
                .map(option -> option.substring(name.length() + 1))
                .findFirst()
                .orElse(System.getProperty("sluice.mariadb." + name, ""));
    }

    /**
     * Creates an empty database with a unique name.
     *
     * @return the URL of the database
     */
    public String createDatabase(String prefix) throws SQLException {
        final String name = "sluice_" + prefix + "_" + ProcessHandle.current().pid() + "_" + NUMBER.incrementAndGet();
        execute("CREATE DATABASE " + name);
        return address + "/" + name + (options.isEmpty() ? "" : "?" + options);
    }

    /** Drops a database that {@link #createDatabase} has created. */
    public void drop(String url) throws SQLException {
        execute("DROP DATABASE " + url.substring(address.length() + 1).split("\\?", 2)[0]);
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(address + "/", user, password);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Returns the address, without the password. */
    @Override
    public String toString() {
        return address;
    }
}
