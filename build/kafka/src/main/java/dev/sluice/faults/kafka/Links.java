package dev.sluice.faults.kafka;

import dev.sluice.testsupport.KafkaBrokers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The network of a gateway or of the writers: a link to each broker and, for a gateway, a link to the database. Not thread-safe.
 */
final class Links implements KafkaBrokers.Proxy, AutoCloseable {

    private static final Pattern DATABASE = Pattern.compile("//127\\.0\\.0\\.1:(\\d+)/");

    private final List<Link> toBrokers = new ArrayList<>();
    private final List<Link> toDatabase = new ArrayList<>();

    @Override
    public int portBefore(int port) throws IOException {
        final Link link = Link.open(port);
        toBrokers.add(link);
        return link.port();
    }

    /** Opens the link to the server of a database. */
    void openDatabase(String url) throws IOException {
        toDatabase.add(Link.open(Integer.parseInt(port(url).group(1))));
    }

    /** Returns the URL that reaches a database on this server through the link. */
    String through(String url) {
        return port(url).replaceFirst("//127.0.0.1:" + toDatabase.get(0).port() + "/");
    }

    private static Matcher port(String url) {
        final Matcher matcher = DATABASE.matcher(url);
        if (!matcher.find()) {
            throw new IllegalArgumentException(url + " names no port of 127.0.0.1");
        }
        return matcher;
    }

    /** The links to the brokers, by the number of the broker. */
    List<Link> toBrokers() {
        return toBrokers;
    }

    /** The link to the database; empty before {@link #openDatabase}. */
    List<Link> toDatabase() {
        return toDatabase;
    }

    @Override
    public void close() {
        toBrokers.forEach(Link::close);
        toDatabase.forEach(Link::close);
    }
}
