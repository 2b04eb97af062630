package dev.sluice.service.init;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.client.GatewayClient;
import dev.sluice.service.EmbeddedGateway;
import dev.sluice.service.check.CheckCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import picocli.CommandLine;

/** What {@code sluice init} printed, its exit code, and the project's directory. */
record Written(int code, String said, Path directory) {

    /** Runs the command in this process. */
    static Written run(Path directory, String... arguments) {
        final List<String> all = new ArrayList<>(List.of(arguments));
        Collections.addAll(all, "--dir", directory.toString());
        final StringWriter out = new StringWriter();
        final int code = execute(new InitCommand(), out, all.toArray(String[]::new));
        return new Written(code, out.toString(), directory);
    }

    private static int execute(Object command, StringWriter out, String... arguments) {
        return new CommandLine(command)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(out))
                .execute(arguments);
    }

    /** Lets {@code sluice check} read the configuration. */
    void check() {
        final StringWriter out = new StringWriter();
        final int code = execute(
                new CheckCommand(),
                out,
                "--config",
                directory.resolve("gateway.yaml").toString());
        assertEquals(0, code, out::toString);
    }

    /** Compiles the job, runs it with a gateway in this process, and returns the lines of its file. */
    List<String> job() throws Exception {
        final Path sources = directory.resolve("src/main/java/com/example/batch");
        final List<String> files;
        try (Stream<Path> found = Files.list(sources)) {
            files = found.map(Path::toString).sorted().toList();
        }
        final Path classes = directory.resolve("classes");
        final List<String> arguments =
                new ArrayList<>(List.of("-proc:none", "-Werror", "-Xlint:all,-path", "-d", classes.toString()));
        arguments.addAll(List.of("-cp", System.getProperty("java.class.path")));
        arguments.addAll(files);
        final StringWriter said = new StringWriter();
        final int compiled = ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(new PrintWriter(said), new PrintWriter(said), arguments.toArray(String[]::new));
        assertEquals(0, compiled, said::toString);
        final String job = files.stream()
                .map(file -> Path.of(file).getFileName().toString())
                .filter(name -> name.endsWith("Job.java"))
                .findFirst()
                .orElseThrow()
                .replace(".java", "");
        final Path file = directory.resolve("lines.txt");
        try (URLClassLoader loader =
                        new URLClassLoader(new URL[] {classes.toUri().toURL()});
                EmbeddedGateway gateway = EmbeddedGateway.start(directory.resolve("gateway.yaml"));
                GatewayClient client = gateway.client().open()) {
            final Class<?> type = loader.loadClass("com.example.batch." + job);
            final Method keys = accessible(type.getDeclaredMethod("keys"));
            final Method run = accessible(
                    type.getDeclaredMethod("run", GatewayClient.class, String.class, List.class, Path.class));
            run.invoke(null, client, "first", keys.invoke(null), file);
        }
        return Files.readAllLines(file);
    }

    private static Method accessible(Method method) {
        method.setAccessible(true);
        return method;
    }
}
