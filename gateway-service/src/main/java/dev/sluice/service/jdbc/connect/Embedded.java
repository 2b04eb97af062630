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
 * The database that is opened for a look at one: a database that lives in the process that opens it would be made,
 * locked or changed by opening it. HSQLDB's and H2's files are known; any other database counts as a server's.
 *
 * @param place where the database lives
 * @param url what is opened instead of its own URL
 */
public record Embedded(Place place, String url) {

    /** Where a database lives. */
    public enum Place {
        /** Not in this process, or in a way that is not known. */
        SERVER,
        /** In files that are there; they are opened without being changed or locked. */
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

    /** These say how files are opened; the look has its own. */
    private static final Pattern OPENING = Pattern.compile(
            ";(?:shutdown|ifexists|readonly|files_readonly|hsqldb\\.lock_file|access_mode_data)=[^;]*",
            Pattern.CASE_INSENSITIVE);

    /**
     * A product whose databases live in the process that opens them.
     *
     * @param files the URLs of databases in files: their path, and the settings after it
     * @param memory the URLs of databases in memory: their settings
     * @param ends the endings of the path, of which one is there if the database is
     * @param look the URL that opens the files for a look, of their own
     * @param standIn the URL of an empty database in memory, of the settings
     */
    private record Kind(
            String files,
            String memory,
            List<String> ends,
            UnaryOperator<String> look,
            UnaryOperator<String> standIn) {}

    private static final List<Kind> KINDS = List.of(
            new Kind(
                    "jdbc:hsqldb:(?:file:)?(?!mem:|res:|hsqls?:|https?:|\\.)([^;]+)(;.*)?",
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

    /** The path of a database's files, without their endings; empty if the URL is not known as one of files in this process. */
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

    /** When whoever has the files open last said so, in milliseconds since 1970; 0 if nobody did. */
    private static long heartbeat(Path lockFile) {
        try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.READ)) {
            final ByteBuffer content = ByteBuffer.allocate(LOCK_FILE_BYTES);
            return channel.read(content, 0) == LOCK_FILE_BYTES ? content.getLong(Long.BYTES) : 0;
        } catch (final IOException e) {
            return 0; // there is none, or it is as private as the database's files, which say so themselves
        }
    }

    private static String settings(String written) {
        return written == null ? "" : without(OPENING, written);
    }

    private static String home(String path) {
        return path.startsWith("~") ? System.getProperty("user.home") + path.substring(1) : path;
    }

    /** Whether an error says that another process has the files open. */
    static boolean inUse(String url, String state) {
        return url.toLowerCase(Locale.ROOT).startsWith("jdbc:h2:") && state.equals("90020");
    }
}
