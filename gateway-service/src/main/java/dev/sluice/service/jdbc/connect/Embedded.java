package dev.sluice.service.jdbc.connect;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is opened for a look at a database: one that lives in the process that opens it would be made, locked or changed
 * by opening it.
 *
 * @param place where the database lives
 * @param url what is opened instead of its own URL
 */
public record Embedded(Place place, String url) {

    /** Where a database lives. */
    public enum Place {
        /** Not in this process. */
        SERVER,
        /** In files that are there; they are opened without being changed, and but for Derby's without being locked. */
        FILES,
        /** In files that another process has open. */
        FILES_IN_USE,
        /** In files that are not there yet; a database in memory stands in for them. */
        FILES_TO_COME,
        /** In memory, empty at each start; another one stands in for it. */
        MEMORY;

        /** Whether an empty database in memory stands in for it. */
        public boolean standIn() {
            return this == FILES_TO_COME || this == MEMORY;
        }
    }

    private static final Pattern HSQLDB_FILE =
            Pattern.compile("jdbc:hsqldb:(?:file:)?(?!mem:|res:|hsqls?:|https?:|\\.)([^;]+)(;.*)?", Pattern.DOTALL);
    private static final Pattern HSQLDB_MEMORY = Pattern.compile("jdbc:hsqldb:(?:mem:[^;]*|\\.)(;.*)?", Pattern.DOTALL);
    private static final Pattern H2_FILE =
            Pattern.compile("jdbc:h2:(?:file:)?(?!mem:|tcp:|ssl:|zip:|split:|nio|async:)([^;]+)(;.*)?", Pattern.DOTALL);
    private static final Pattern H2_MEMORY = Pattern.compile("jdbc:h2:mem:[^;]*(;.*)?", Pattern.DOTALL);

    private static final Pattern SQLITE_FILE =
            Pattern.compile("jdbc:sqlite:(?!file:|:memory:|:resource:|\\?)([^?]+)(\\?.*)?", Pattern.DOTALL);
    private static final Pattern SQLITE_MEMORY = Pattern.compile("jdbc:sqlite:(?::memory:)?(\\?.*)?", Pattern.DOTALL);
    private static final Pattern DERBY_FILE =
            Pattern.compile("jdbc:derby:(?:directory:)?(?!memory:|//|jar:|classpath:)([^;]+)(;.*)?", Pattern.DOTALL);
    private static final Pattern DERBY_MEMORY = Pattern.compile("jdbc:derby:memory:[^;]*(;.*)?", Pattern.DOTALL);

    /** A file opened to be read keeps the journal that it has. */
    private static final Pattern SQLITE_JOURNAL = Pattern.compile("(?<=[?&])journal_mode=[^&]*&?");

    private static final Pattern DERBY_CREATES = Pattern.compile(";create=[^;]*", Pattern.CASE_INSENSITIVE);

    /** These say how files are opened; the look has its own. */
    private static final Pattern OPENING = Pattern.compile(
            ";(?:shutdown|ifexists|readonly|hsqldb\\.lock_file|access_mode_data)=[^;]*", Pattern.CASE_INSENSITIVE);

    /** HSQLDB writes the time into its lock file every ten seconds. */
    private static final long HEARTBEAT_MILLIS = 11_000;

    private static final int LOCK_FILE_BYTES = 16;

    public static Embedded of(String url) {
        final Matcher hsqldbFile = HSQLDB_FILE.matcher(url);
        if (hsqldbFile.matches()) {
            return hsqldb(url, home(hsqldbFile.group(1)), settings(hsqldbFile.group(2)));
        }
        final Matcher hsqldbMemory = HSQLDB_MEMORY.matcher(url);
        if (hsqldbMemory.matches()) {
            return new Embedded(Place.MEMORY, hsqldbInMemory(settings(hsqldbMemory.group(1))));
        }
        final Matcher h2File = H2_FILE.matcher(url);
        if (h2File.matches()) {
            return Files.exists(Path.of(home(h2File.group(1)) + ".mv.db"))
                    ? new Embedded(Place.FILES, OPENING.matcher(url).replaceAll("") + ";ACCESS_MODE_DATA=r")
                    : new Embedded(Place.FILES_TO_COME, h2InMemory(settings(h2File.group(2))));
        }
        final Matcher h2Memory = H2_MEMORY.matcher(url);
        if (h2Memory.matches()) {
            return new Embedded(Place.MEMORY, h2InMemory(settings(h2Memory.group(1))));
        }
        return url.startsWith("jdbc:sqlite:") ? sqlite(url) : derby(url);
    }

    private static Embedded sqlite(String url) {
        final Matcher file = SQLITE_FILE.matcher(url);
        if (file.matches()) {
            final String settings = file.group(2) == null ? "?" : file.group(2) + "&";
            return Files.exists(Path.of(file.group(1)))
                    ? new Embedded(
                            Place.FILES,
                            "jdbc:sqlite:" + file.group(1)
                                    + SQLITE_JOURNAL.matcher(settings).replaceAll("") + "open_mode=1")
                    : new Embedded(Place.FILES_TO_COME, "jdbc:sqlite::memory:");
        }
        return SQLITE_MEMORY.matcher(url).matches()
                ? new Embedded(Place.MEMORY, "jdbc:sqlite::memory:")
                : new Embedded(Place.SERVER, url);
    }

    /** Derby knows no way to open files without locking them, and writes its log there. */
    private static Embedded derby(String url) {
        final Matcher file = DERBY_FILE.matcher(url);
        final String inMemory = "jdbc:derby:memory:check-" + UUID.randomUUID() + ";create=true";
        if (file.matches()) {
            return Files.exists(Path.of(file.group(1), "service.properties"))
                    ? new Embedded(Place.FILES, DERBY_CREATES.matcher(url).replaceAll(""))
                    : new Embedded(Place.FILES_TO_COME, inMemory);
        }
        return DERBY_MEMORY.matcher(url).matches()
                ? new Embedded(Place.MEMORY, inMemory)
                : new Embedded(Place.SERVER, url);
    }

    private static Embedded hsqldb(String url, String files, String settings) {
        if (Files.notExists(Path.of(files + ".script")) && Files.notExists(Path.of(files + ".properties"))) {
            return new Embedded(Place.FILES_TO_COME, hsqldbInMemory(settings));
        }
        final boolean inUse = heartbeat(Path.of(files + ".lck")) > System.currentTimeMillis() - HEARTBEAT_MILLIS;
        return new Embedded(
                inUse ? Place.FILES_IN_USE : Place.FILES,
                OPENING.matcher(url).replaceAll("") + ";readonly=true;shutdown=true");
    }

    /** When whoever has the files open last said so, in milliseconds since 1970; 0 if nobody did. */
    private static long heartbeat(Path lockFile) {
        try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.READ)) {
            final ByteBuffer content = ByteBuffer.allocate(LOCK_FILE_BYTES);
            return channel.read(content, 0) == LOCK_FILE_BYTES ? content.getLong(Long.BYTES) : 0;
        } catch (final IOException e) {
            return 0; // there is none, or it is as private as the database's files, which say so themselves
        }
    }

    private static String hsqldbInMemory(String settings) {
        return "jdbc:hsqldb:mem:check-" + UUID.randomUUID() + settings + ";shutdown=true";
    }

    private static String h2InMemory(String settings) {
        return "jdbc:h2:mem:check-" + UUID.randomUUID() + settings;
    }

    private static String settings(String written) {
        return written == null ? "" : OPENING.matcher(written).replaceAll("");
    }

    private static String home(String path) {
        return path.startsWith("~") ? System.getProperty("user.home") + path.substring(1) : path;
    }

    /** Whether an error says that another process has the files open. */
    static boolean inUse(String url, String state) {
        final String lower = url.toLowerCase(Locale.ROOT);
        return lower.startsWith("jdbc:h2:") && state.equals("90020")
                || lower.startsWith("jdbc:derby:") && state.equals("XJ040");
    }
}
