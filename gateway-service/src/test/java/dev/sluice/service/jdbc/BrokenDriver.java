package dev.sluice.service.jdbc;

import dev.sluice.service.FakeDriver;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Properties;

/** A driver that passes everything on to another one, but ends with an error when a statement gets a certain value. */
public final class BrokenDriver extends FakeDriver {

    /** The value that is an error of the driver. */
    public static final long POISON = 13;

    private static final String PREFIX = "jdbc:broken:";

    static {
        try {
            DriverManager.registerDriver(new BrokenDriver());
        } catch (final SQLException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Returns the URL of this driver for a database of another driver. */
    public static String url(String other) {
        return PREFIX + other;
    }

    @Override
    public boolean acceptsURL(String url) {
        return url.startsWith(PREFIX);
    }

    @Override
    public Connection connect(String url, Properties properties) throws SQLException {
        if (!acceptsURL(url)) {
            return null;
        }
        return broken(Connection.class, DriverManager.getConnection(url.substring(PREFIX.length()), properties));
    }

    private static <T> T broken(Class<T> type, T whole) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (method.getName().startsWith("set") && Objects.equals(arguments[arguments.length - 1], POISON)) {
                        throw new StackOverflowError("as a driver may");
                    }
                    try {
                        final Object result = method.invoke(whole, arguments);
                        return result instanceof PreparedStatement statement
                                ? broken(PreparedStatement.class, statement)
                                : result;
                    } catch (final InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }
}
