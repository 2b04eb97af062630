package dev.sluice.service.check;

import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.config.ServiceConfig;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Finds secrets of a configuration that others could read, on the network or in files. */
final class SecretsReview {

    private static final Pattern FILE = Pattern.compile("\\$\\{file:([^}]*)}");
    private static final Pattern LOOPBACK =
            Pattern.compile("localhost|.*\\.localhost|127(\\.\\d+){3}|\\[::1]|\\[(0:){7}1]");
    private static final Set<PosixFilePermission> OTHERS =
            Set.of(PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_WRITE);

    private SecretsReview() {}

    /** Returns a warning for each service on another host that receives credentials over unencrypted HTTP. */
    static List<String> overHttp(GatewayConfig config) {
        return config.rest().services().values().stream()
                .filter(service -> service.credentials().secrets().findAny().isPresent() && open(service.url()))
                .map(ServiceConfig::name)
                .map(name ->
                        "services." + name + ".url: the credentials go over http to another host, and anybody on the"
                                + " network path can read them: use https")
                .toList();
    }

    private static boolean open(URI url) {
        return url.getScheme().equalsIgnoreCase("http")
                && !LOOPBACK.matcher(url.getHost().toLowerCase(Locale.ROOT)).matches();
    }

    /** Returns a warning for each file with secrets that every user can read or change. Paths are relative to {@code file}. */
    static List<String> inFiles(Path file, GatewayConfig config) {
        final List<String> warnings = new ArrayList<>();
        try {
            final String text = Files.readString(file);
            if (othersMay(file)
                    && text.lines()
                            .anyMatch(line -> !config.secrets().masked(line).equals(line))) {
                warnings.add(file + ": it holds a secret, and every user of this host can read it: take the secret from"
                        + " the environment or a file of its own, or chmod o-rw");
            }
            FILE.matcher(text)
                    .results()
                    .map(result -> result.group(1))
                    .distinct()
                    .map(file::resolveSibling)
                    .filter(SecretsReview::othersMay)
                    .forEach(secret -> warnings.add(secret
                            + ": a secret is read from it, and every user of this host can read it: chmod o-rw"));
        } catch (final IOException | InvalidPathException e) {
            return warnings; // the file was readable a moment ago, so this needs no warning
        }
        return warnings;
    }

    private static boolean othersMay(Path file) {
        try {
            return Files.getPosixFilePermissions(file).stream().anyMatch(OTHERS::contains);
        } catch (final IOException | UnsupportedOperationException e) {
            return false; // the file system has no POSIX permissions
        }
    }
}
