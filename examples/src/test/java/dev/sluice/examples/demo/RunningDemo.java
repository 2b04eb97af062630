package dev.sluice.examples.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.testsupport.JavaCommand;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/** A demo in a JVM of its own, as a user starts it; its output goes to a file beside its directory. */
public final class RunningDemo {

    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final String SERVES = "The gateway serves ";
    private static final Pattern SERVED = Pattern.compile(SERVES + "(http:[^,\\s]+)");

    private final Process process;
    private final Path directory;
    private final Path output;

    private RunningDemo(Process process, Path directory, Path output) {
        this.process = process;
        this.directory = directory;
        this.output = output;
    }

    public static RunningDemo start(Path directory, String... options) throws IOException {
        return start("", directory, options);
    }

    /** Starts a demo whose gateway stops before it writes that result, and waits until it has. */
    static RunningDemo startUntilResult(int result, Path directory, String... options) throws IOException {
        final RunningDemo demo = start(
                " -Dsluice.faultPoint=result-written:" + result + " -Dsluice.faultFile=" + faultFile(directory),
                directory,
                options);
        Awaitility.await("the gateway at its result " + result)
                .atMost(TIMEOUT)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> Files.exists(faultFile(directory)) || !demo.process.isAlive());
        assertTrue(demo.process.isAlive(), () -> "the demo ended before it was disturbed; see " + demo.output);
        return demo;
    }

    /** The gateway goes on. */
    void goOn() throws IOException {
        Files.delete(faultFile(directory));
    }

    private static Path faultFile(Path directory) {
        return directory.resolveSibling(directory.getFileName() + ".fault");
    }

    private static RunningDemo start(String gatewayOptions, Path directory, String... options) throws IOException {
        final List<String> arguments = new ArrayList<>(List.of("demo", "--dir", directory.toString()));
        arguments.addAll(List.of(options));
        final File output =
                File.createTempFile("demo", ".out", directory.getParent().toFile());
        final ProcessBuilder builder = new ProcessBuilder(JavaCommand.of("dev.sluice.examples.Main", arguments))
                .redirectErrorStream(true)
                .redirectOutput(output);
        // The gateway's JVM has it, too. Both are short-lived here: time spent on optimizing them is lost.
        builder.environment().put("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC" + gatewayOptions);
        final Process process = builder.start();
        process.getOutputStream().close();
        return new RunningDemo(process, directory, output.toPath());
    }

    /** Runs to its end, which is that one. */
    static String run(int exitCode, Path directory, String... options) throws IOException, InterruptedException {
        return start(directory, options).expectEnd(exitCode);
    }

    /** Waits until the data is being made. */
    RunningDemo awaitData() {
        return awaitContent(directory.resolve("database").resolve("letters.log"));
    }

    /** Waits until the pipeline has noted how far it got. */
    RunningDemo awaitPipelineMark() {
        return awaitContent(directory.resolve("letters.txt.mark"));
    }

    /** Waits until it has said that. */
    public RunningDemo awaitOutput(String text) {
        Awaitility.await("'" + text + "' in the output")
                .atMost(TIMEOUT)
                .until(() -> Files.readString(output).contains(text) || !process.isAlive());
        assertTrue(process.isAlive(), "the demo ended before it was to");
        return this;
    }

    /** The address of its gateway's page, once it has said it. */
    public URI served() throws IOException {
        final Matcher said = SERVED.matcher(Files.readString(awaitOutput(SERVES + "http").output));
        assertTrue(said.find());
        return URI.create(said.group(1));
    }

    /** The page at an address that it has said, which ends so. */
    HttpResponse<String> page(String end) throws IOException, InterruptedException {
        final URI said = address(end);
        final URI address = URI.create("http://" + said.getHost() + ":" + said.getPort() + said.getPath());
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(address)
                                .header(
                                        "Authorization",
                                        "Basic "
                                                + Base64.getEncoder()
                                                        .encodeToString(said.getUserInfo()
                                                                .getBytes(StandardCharsets.UTF_8)))
                                .build(),
                        BodyHandlers.ofString());
    }

    /** The address that it has said, which ends so. */
    public URI address(String end) throws IOException {
        return Files.readAllLines(output).stream()
                .map(String::strip)
                .filter(line -> line.startsWith("http://") && line.endsWith(end))
                .map(URI::create)
                .findFirst()
                .orElseThrow();
    }

    private RunningDemo awaitContent(Path file) {
        Awaitility.await("content of " + file)
                .atMost(TIMEOUT)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(2))
                .until(() -> sizeOf(file) > 0 || !process.isAlive());
        assertTrue(process.isAlive(), "the demo ended before it was disturbed: give it more contracts");
        return this;
    }

    private static long sizeOf(Path file) throws IOException {
        return Files.exists(file) ? Files.size(file) : 0;
    }

    /** Ends the demo's JVM as kill -9 does. */
    public void kill() throws InterruptedException {
        process.destroyForcibly();
        assertTrue(process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS));
    }

    /** Ends the gateway's JVM as kill -9 does. */
    void killGateway() throws IOException {
        gateway().destroyForcibly();
    }

    /** Sends the signal of Ctrl-C. */
    void interrupt() throws IOException, InterruptedException {
        final Process kill = new ProcessBuilder("kill", "-INT", Long.toString(process.pid()))
                .inheritIO()
                .start();
        assertEquals(0, kill.waitFor());
    }

    ProcessHandle gateway() throws IOException {
        return process("gateway.pid");
    }

    /** The JVM of a service. */
    ProcessHandle service(String name) throws IOException {
        return process(name + "-service.pid");
    }

    private ProcessHandle process(String file) throws IOException {
        final String pid = Files.readString(directory.resolve(file)).split(" ")[0];
        return ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
    }

    Path letters() {
        return directory.resolve("letters.txt");
    }

    /** Waits for its end, which has that exit code, and gives its output. */
    String expectEnd(int exitCode) throws IOException, InterruptedException {
        try {
            final boolean ended = process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
            final String text = Files.readString(output);
            assertTrue(ended, () -> "the demo did not end: " + text);
            assertEquals(exitCode, process.exitValue(), text);
            return text;
        } finally {
            process.destroyForcibly();
        }
    }
}
