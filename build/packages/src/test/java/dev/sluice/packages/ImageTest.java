package dev.sluice.packages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.Program;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The image that Jib writes, unpacked layer by layer and started as an engine would start it. */
class ImageTest {

    private static final int USER = 10001;

    @TempDir
    static Path directory;

    private static Path files;
    private static JsonNode config;

    @BeforeAll
    static void unpack() throws Exception {
        final Path image = Files.createDirectory(directory.resolve("image"));
        Ran.well(image, "tar", "-xf", Packages.image().toString());
        final ObjectMapper json = new ObjectMapper();
        final JsonNode manifest =
                json.readTree(image.resolve("manifest.json").toFile()).get(0);
        config = json.readTree(image.resolve(manifest.get("Config").textValue()).toFile())
                .get("config");
        files = Files.createDirectory(directory.resolve("files"));
        for (final JsonNode layer : manifest.get("Layers")) {
            Ran.well(files, "tar", "-xzf", image.resolve(layer.textValue()).toString());
        }
    }

    @Test
    void shouldBeStartedAsTheContainerfileSays() throws IOException {
        final String file = Files.readString(Path.of("../../config/Containerfile"));
        assertEquals(instruction(file, "ENTRYPOINT "), config.get("Entrypoint"));
        assertEquals(instruction(file, "CMD "), config.get("Cmd"));
        assertTrue(file.contains("\nUSER " + config.get("User").textValue() + "\n"), file);
        assertTrue(file.contains("\nWORKDIR " + config.get("WorkingDir").textValue() + "\n"), file);
        for (final JsonNode variable : config.get("Env")) {
            if (variable.textValue().startsWith("SLUICE_")) {
                assertTrue(file.replace("\"", "").contains(variable.textValue()), variable::textValue);
            }
        }
    }

    private static JsonNode instruction(String file, String name) throws IOException {
        return new ObjectMapper()
                .readTree(file.lines()
                        .filter(line -> line.startsWith(name))
                        .reduce((first, last) -> last)
                        .orElseThrow()
                        .substring(name.length()));
    }

    @Test
    void shouldServeAndEndAsItsUserWhenItsFilesMayOnlyBeRead() throws Exception {
        Sandbox.assumePossible(directory);
        final int port = freePort();
        final Path volume = owned(directory.resolve("volume"));
        final Path configuration = Files.createDirectory(directory.resolve("configuration"));
        Files.writeString(
                configuration.resolve("gateway.yaml"),
                Files.readString(Path.of("src/deb/gateway.yaml")).replace("9464", String.valueOf(port)));
        // Where an engine would make the mounts' places.
        Files.createDirectories(files.resolve("var/lib/sluice"));
        Files.createDirectories(files.resolve("etc/sluice"));
        final Sandbox container = Sandbox.readOnly(directory, files)
                .bound(volume.toString(), "/var/lib/sluice")
                .bound(configuration.toString(), "/etc/sluice");
        final Path log = directory.resolve("gateway.log");
        try (Child gateway = Program.of(
                        container.command(config.get("User").textValue(), environment(), start()))
                .start()) {
            gateway.await("the start", () -> status(port, "/health/started") == 200);
            assertEquals(200, status(port, "/health/live"));
            Ran.well(files, "bash", "opt/sluice/config/probe.sh", "http://127.0.0.1:" + port + "/health/live");
            assertEquals(USER, Files.getAttribute(volume.resolve("queues"), "unix:uid"));
            assertEquals(Child.TERMINATED, gateway.stop(), gateway::said);
            assertTrue(gateway.said().startsWith("{"), gateway::said);
        }
    }

    /** The JRE stands in for the base image's. */
    private static Map<String, String> environment() throws IOException, InterruptedException {
        final Map<String, String> environment = new HashMap<>();
        for (final JsonNode variable : config.get("Env")) {
            final String[] parts = variable.textValue().split("=", 2);
            environment.put(parts[0], parts[1]);
        }
        environment.putIfAbsent("PATH", "/usr/bin:/bin");
        environment.put("JAVA_HOME", Jre.home().toString());
        return environment;
    }

    private static String start() {
        final StringBuilder script = new StringBuilder("cd ")
                .append(config.get("WorkingDir").textValue())
                .append("; exec");
        for (final String part : List.of("Entrypoint", "Cmd")) {
            config.get(part)
                    .forEach(
                            word -> script.append(" '").append(word.textValue()).append('\''));
        }
        return script.toString();
    }

    private static Path owned(Path path) throws IOException {
        Files.createDirectory(path);
        Files.setAttribute(path, "unix:uid", USER);
        Files.setAttribute(path, "unix:gid", USER);
        return path;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static int status(int port, String path) throws InterruptedException {
        try {
            return HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                                    .build(),
                            BodyHandlers.discarding())
                    .statusCode();
        } catch (final IOException notYet) {
            return 0;
        }
    }
}
