package dev.sluice.examples.demo;

import dev.sluice.examples.Main;
import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.Program;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Comparator;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A demo in a JVM of its own, as a user starts it; its output goes to a file beside its directory. */
public final class RunningDemo {

    private static final String SERVES = "The gateway serves ";
    private static final Pattern SERVED = Pattern.compile(SERVES + "(http:[^,\\s]+)");

    private final Child process;
    private final Path directory;

    private RunningDemo(Child process, Path directory) {
        this.process = process;
        this.directory = directory;
    }

    public static RunningDemo start(Path directory, String... options) throws IOException {
        return start("", directory, options);
    }

    /** Starts a demo whose gateway stops before it writes that result, and waits until it has. */
    static RunningDemo startUntilResult(int result, Path directory, String... options)
            throws IOException, InterruptedException {
        final RunningDemo demo = start(
                " -Dsluice.faultPoint=result-written:" + result + " -Dsluice.faultFile=" + faultFile(directory),
                directory,
                options);
        demo.process.await("the gateway at its result " + result, () -> Files.exists(faultFile(directory)));
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
        final Object[] arguments = Stream.concat(Stream.of("demo", "--dir", directory), Stream.of(options))
                .toArray();
        // The gateway's JVM has it, too. Both are short-lived here: time spent on optimizing them is lost.
        final String quick = String.join(" ", Program.QUICK);
        return new RunningDemo(
                Program.java(Main.class, arguments)
                        .with(Map.of("JAVA_TOOL_OPTIONS", quick + gatewayOptions))
                        .start(),
                directory);
    }

    /** Runs to its end, which is that one. */
    static String run(int exitCode, Path directory, String... options) throws IOException, InterruptedException {
        return start(directory, options).expectEnd(exitCode);
    }

    /** Waits until the data is being made. */
    RunningDemo awaitData() throws IOException, InterruptedException {
        return awaitContent(directory.resolve("database").resolve("letters.log"));
    }

    /** Waits until the pipeline has noted how far it got. */
    RunningDemo awaitPipelineMark() throws IOException, InterruptedException {
        return awaitContent(directory.resolve("letters.txt.mark"));
    }

    /** Waits until it has said that. */
    public RunningDemo awaitOutput(String text) throws InterruptedException {
        process.awaitSaid(text);
        return this;
    }

    /** The address of its gateway's page, once it has said it. */
    public URI served() throws InterruptedException {
        return URI.create(said(SERVED, awaitOutput(SERVES + "http").process.said()));
    }

    private static String said(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .reduce((former, last) -> last)
                .orElseThrow()
                .group(1);
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
    public URI address(String end) {
        return process.said()
                .lines()
                .map(String::strip)
                .filter(line -> line.startsWith("http://") && line.endsWith(end))
                .map(URI::create)
                .findFirst()
                .orElseThrow();
    }

    private RunningDemo awaitContent(Path file) throws IOException, InterruptedException {
        process.await("content of " + file, () -> sizeOf(file) > 0);
        return this;
    }

    private static long sizeOf(Path file) throws IOException {
        return Files.exists(file) ? Files.size(file) : 0;
    }

    /** Ends the demo's JVM as kill -9 does. */
    public void kill() {
        process.kill();
    }

    /** Ends the gateway's JVM as kill -9 does. */
    void killGateway() {
        gateway().destroyForcibly();
    }

    /** Sends the signal of Ctrl-C. */
    void interrupt() throws IOException, InterruptedException {
        process.signal("INT");
    }

    /** The JVM of the gateway, which the demo starts after those of its services. */
    ProcessHandle gateway() {
        return process.process()
                .children()
                .max(Comparator.comparing(child -> child.info().startInstant().orElseThrow()))
                .orElseThrow();
    }

    /** The JVM of a service. */
    ProcessHandle service(String name) {
        final String pid = said(Pattern.compile("The " + name + " service is process (\\d+)"), process.said());
        return ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
    }

    Path letters() {
        return directory.resolve("letters.txt");
    }

    /** Waits for its end, which has that exit code, and gives its output. */
    String expectEnd(int exitCode) throws InterruptedException {
        return process.expectEnd(exitCode);
    }
}
