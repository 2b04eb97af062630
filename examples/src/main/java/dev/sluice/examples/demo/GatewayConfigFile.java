package dev.sluice.examples.demo;

import dev.sluice.testsupport.GatewayYaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Writes the configuration of the demo's gateway, as a user would write it. */
final class GatewayConfigFile {

    private static final String FOR_RUN =
            "# Written by the demo for this run. config/gateway.yaml explains every key.\n";

    private static final String FOR_REPLAY =
            "# Written by the demo, so that 'sluice replay replay' can use the database when the demo has ended.\n"
                    + "# The chunks are smaller than those of the demo's gateway.\n";

    private static final FileAttribute<Set<PosixFilePermission>> OWNER_ALONE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private GatewayConfigFile() {}

    static void write(
            Path file,
            String lanesAddress,
            int lanes,
            DemoDatabase database,
            Optional<LookupServices> services,
            Optional<Served> served)
            throws IOException {
        final GatewayYaml yaml = new GatewayYaml("demo").with("queues.path", lanesAddress);
        if (lanes > 1) {
            yaml.with("queues.lanes", lanes);
        }
        served.ifPresent(its -> yaml.with("health.port", its.port()).with("health.token", its.token()));
        database(yaml, database.url(), database.user()).with("databases.main.maxBackoff", "1s");
        if (services.isPresent()) {
            rest(yaml, "customer", services.get().customerUrl());
            rest(yaml, "address", services.get().addressUrl());
        } else {
            sql(yaml);
        }
        Files.deleteIfExists(file);
        if (served.isPresent()
                && file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createFile(file, OWNER_ALONE); // because it contains the token
        }
        Files.writeString(file, FOR_RUN + update(yaml));
    }

    /** Writes a configuration that opens the files of the same database directly, without its server. */
    static void writeForReplay(Path file, String url, String user) throws IOException {
        final GatewayYaml yaml = database(new GatewayYaml("demo"), url, user).with("chunk.limit", 20);
        sql(yaml);
        Files.writeString(file, FOR_REPLAY + update(yaml));
    }

    private static GatewayYaml database(GatewayYaml yaml, String url, String user) {
        return yaml.with("databases.main.url", url).with("databases.main.user", user);
    }

    private static void rest(GatewayYaml yaml, String lookup, Object url) {
        yaml.with("services." + lookup + ".url", url)
                .with("services." + lookup + ".maxBackoff", "1s")
                .with("lookups." + lookup + ".service", lookup)
                .with("lookups." + lookup + ".types", List.of("long"));
    }

    private static void sql(GatewayYaml yaml) {
        sql(yaml, "customer", "SELECT first_name, last_name FROM customer WHERE id = ?");
        sql(yaml, "address", "SELECT street, postcode, city FROM address WHERE id = ?");
    }

    private static void sql(GatewayYaml yaml, String table, String select) {
        yaml.with("lookups." + table + ".sql", select).with("lookups." + table + ".types", List.of("long"));
    }

    private static GatewayYaml update(GatewayYaml yaml) {
        return yaml.with("statements.last-letter.sql", "UPDATE contract SET last_letter = ? WHERE id = ?")
                .with("statements.last-letter.types", List.of("date", "long"));
    }
}
