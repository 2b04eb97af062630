package dev.sluice.service.jdbc.connect;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The database that is opened in order to inspect a configured one. Opening an embedded database with its own URL would
 * create, lock or change its files, so another URL is used. This class knows embedded HSQLDB and H2 databases; any other
 * database counts as a server.
 *
 * @param place the place of the configured database
 * @param url the URL to open instead of the configured one
 */
public record Embedded(Place place, String url) {

    /** The place of a database. */
    public enum Place {
        /** Outside this process, or of an unknown product. */
        SERVER,
        /** In existing files, which are opened without changing or locking them. */
        FILES,
        /** In files that another process has open. */
        FILES_IN_USE,
        /** In files that do not exist yet; an in-memory database replaces them. */
        FILES_TO_COME,
        /** In memory, and empty at each start; another in-memory database replaces it. */
        MEMORY;

        /** Whether an empty in-memory database replaces the configured database. */
        public boolean standIn() {
            return this == FILES_TO_COME || this == MEMORY;
        }
    }

    /**
     * Settings that control how files are opened. They are removed from the URL, because the inspection sets settings of its own.
     */
    private static final Pattern OPENING = Pattern.compile(
            ";(?:shutdown|ifexists|readonly|files_readonly|hsqldb\\.lock_file|access_mode_data)=[^;]*",
            Pattern.CASE_INSENSITIVE);

    /**
     * A product whose databases are embedded in the process that opens them.
     *
     * @param files a pattern of URLs of databases in files; its groups are the path and the settings after it
     * @param memory a pattern of URLs of databases in memory; its group is the settings
     * @param ends the suffixes of the database's files; at least one of the files exists if the database exists
     * @param look converts the URL of a database in files to the URL that opens these files for an inspection
     * @param standIn converts the settings to the URL of an empty database in memory
     */
    private record Kind(
            String files,
            String memory,
            List<String> ends,
            UnaryOperator<String> look,
            UnaryOperator<String> standIn) {}

    private static final List<Kind> KINDS = List.of(
            new Kind(
                    "jdbc:hsqldb:(?:file:|(?!mem:|res:|hsqls?:|https?:|\\.))([^;]+)(;.*)?",
                    "jdbc:hsqldb:(?:mem:[^;]*|\\.)(;.*)?",
                    List.of(".script", ".properties"),
                    url -> without(OPENING, url) + ";files_readonly=true;shutdown=true",
                    settings -> "jdbc:hsqldb:mem:check-" + UUID.randomUUID() + settings + ";shutdown=true"),
            new Kind(
                    "jdbc:h2:(?:file:)?(?!mem:|tcp:|ssl:|zip:|split:|nio|async:)([^;]+)(;.*)?",
                    "jdbc:h2:mem:[^;]*(;.*)?",
                    List.of(".mv.db"),
                    url -> without(OPENING, url) + ";ACCESS_MODE_DATA=r",
                    settings -> "jdbc:h2:mem:check-" + UUID.randomUUID() + settings));

    /** HSQLDB writes the time into its lock file every ten seconds. */
    private static final long HEARTBEAT_MILLIS = 11_000;

    private static final int LOCK_FILE_BYTES = 16;

    public static Embedded of(String url) {
        for (final Kind kind : KINDS) {
            final Matcher files = matcher(kind.files, url);
            final Matcher memory = matcher(kind.memory, url);
            if (files.matches()) {
                final String path = home(files.group(1));
                if (kind.ends.stream().noneMatch(end -> Files.exists(Path.of(path + end)))) {
                    return new Embedded(Place.FILES_TO_COME, kind.standIn.apply(settings(files.group(2))));
                }
                final boolean inUse = heartbeat(Path.of(path + ".lck")) > System.currentTimeMillis() - HEARTBEAT_MILLIS;
                return new Embedded(inUse ? Place.FILES_IN_USE : Place.FILES, kind.look.apply(url));
            }
            if (memory.matches()) {
                return new Embedded(Place.MEMORY, kind.standIn.apply(settings(memory.group(1))));
            }
        }
        return new Embedded(Place.SERVER, url);
    }

    /** Returns the path of a database's files without their suffixes; empty if the URL names no embedded database in files. */
    public static Optional<String> path(String url) {
        return KINDS.stream()
                .map(kind -> matcher(kind.files, url))
                .filter(Matcher::matches)
                .map(files -> home(files.group(1)))
                .findFirst();
    }

    private static Matcher matcher(String pattern, String url) {
        return Pattern.compile(pattern, Pattern.DOTALL).matcher(url);
    }

    private static String without(Pattern what, String url) {
        return what.matcher(url).replaceAll("");
    }

    /** Returns the last heartbeat of the process that has the files open, in milliseconds since 1970; 0 if there is none. */
    private static long heartbeat(Path lockFile) {
        try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.READ)) {
            final ByteBuffer content = ByteBuffer.allocate(LOCK_FILE_BYTES);
            return channel.read(content, 0) == LOCK_FILE_BYTES ? content.getLong(Long.BYTES) : 0;
        } catch (final IOException e) {
            return 0; // no lock file, or no right to read it; opening the database then fails
        }
    }

    private static String settings(String written) {
        return written == null ? "" : without(OPENING, written);
    }

    private static String home(String path) {
        return path.startsWith("~") ? System.getProperty("user.home") + path.substring(1) : path;
    }

    /** Whether an error means that another process has the files open. */
    static boolean inUse(String url, String state) {
        return url.toLowerCase(Locale.ROOT).startsWith("jdbc:h2:") && state.equals("90020");
    }
}
