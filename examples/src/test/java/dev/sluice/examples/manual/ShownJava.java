package dev.sluice.examples.manual;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * Compiles the Java of a page, all blocks of it together, unless a block is the text of a source that a build compiles and a test
 * runs.
 */
final class ShownJava {

    /** The sources whose text a page shows; each of them at least once. */
    private static final Map<String, String> QUOTED = Map.of(
            "README.md", "examples/src/main/java/dev/sluice/examples/forms/LoopBeforeAndAfter.java",
            "docs/how-to/forms.md", "examples/src/main/java/dev/sluice/examples/Quickstart.java",
            "docs/reference/wire-format.md", "examples/src/main/java/dev/sluice/examples/ChronicleOnly.java",
            "docs/how-to/spring.md",
                    "examples/samples/spring-boot/src/main/java/com/example/letters/LettersApplication.java",
            "docs/reference/interfaces.md",
                    "gateway-service/src/test/java/dev/sluice/service/InterfacesManualTest.java");

    /** What the reader of a page has besides what it shows. */
    private static final Map<String, String> KNOWN = Map.of(
            "docs/explanation/durability.md", "GatewayClient client;",
            "docs/how-to/forms.md", "Results results;",
            "docs/how-to/jobs.md",
                    "List<Contract> contracts; <G> String letter(Contract contract, G gateway) { return null; }",
            "docs/how-to/test-a-job.md",
                    "record Customer(String firstName, String lastName) {} String[] arguments() { return null; }",
            "docs/reference/jdbc.md",
                    "Path queues, file; List<Contract> contracts; record CustomerDao(JdbcTemplate sql) {}"
                            + " record JdbcTemplate(javax.sql.DataSource source) {}"
                            + " String letter(Contract contract, CustomerDao customers) { return null; }");

    /** Packages that pages do not import in each block. */
    private static final String IMPORTS = """
            import com.example.greetings.*;
            import dev.sluice.api.*;
            import dev.sluice.client.*;
            import dev.sluice.client.job.*;
            import dev.sluice.examples.letters.Contract;
            import dev.sluice.jdbc.*;
            import dev.sluice.service.EmbeddedGateway;
            import dev.sluice.testing.*;
            import java.io.*;
            import java.math.*;
            import java.nio.file.*;
            import java.time.*;
            import java.util.*;
            import java.util.concurrent.*;
            import org.junit.jupiter.api.Test;
            import org.junit.jupiter.api.extension.RegisterExtension;
            import static org.junit.jupiter.api.Assertions.*;
            """;

    /** Modules that are not on the class path of this test. */
    private static final List<String> SOURCES =
            List.of("extras/jdbc/src/main/java", "examples/samples/maven/src/main/java");

    private static final Pattern IMPORT = Pattern.compile("(?m)^import .*;$");
    private static final Pattern MEMBER = Pattern.compile(
            "(?s)(?:/\\*\\*.*?\\*/\\s*)?(?:@|public |static |final |enum |record |interface |class ).*");

    private final Path root;
    private final Path classes;
    private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();

    /** @param classes the directory for what is compiled */
    ShownJava(Path root, Path classes) {
        this.root = root;
        this.classes = classes;
    }

    /** Returns what is wrong with the Java of a page, in words; empty if nothing is. */
    List<String> mistakes(Page page) throws IOException {
        final List<String> mistakes = new ArrayList<>();
        final List<Page.Part> compiled = new ArrayList<>();
        final String quoted =
                QUOTED.containsKey(page.name()) ? Files.readString(root.resolve(QUOTED.get(page.name()))) : "";
        int quotes = 0;
        for (final Page.Part block : page.blocks()) {
            if (!block.language().equals("java")) {
                continue;
            }
            if (unindented(quoted).contains(unindented(block.text()))) {
                quotes++;
            } else if (!quoted.isEmpty() && !KNOWN.containsKey(page.name())) {
                mistakes.add(page.at(block) + ": this is not in " + QUOTED.get(page.name()));
            } else {
                compiled.add(block);
            }
        }
        if (!quoted.isEmpty() && quotes == 0) {
            mistakes.add(page.name() + ": no block shows " + QUOTED.get(page.name()));
        }
        if (!compiled.isEmpty()) {
            mistakes.addAll(compile(page, compiled));
        }
        return mistakes;
    }

    /** Lines without what they are indented by, so that a part of a method is found in it. */
    private static String unindented(String text) {
        return text.lines().map(String::strip).collect(Collectors.joining("\n"));
    }

    private List<String> compile(Page page, List<Page.Part> blocks) {
        final StringBuilder imports = new StringBuilder(IMPORTS);
        final StringBuilder members = new StringBuilder(KNOWN.getOrDefault(page.name(), ""));
        for (final Page.Part block : blocks) {
            IMPORT.matcher(block.text())
                    .results()
                    .forEach(line -> imports.append(line.group()).append('\n'));
            final String code = IMPORT.matcher(block.text()).replaceAll("").strip();
            members.append(
                    MEMBER.matcher(code).matches()
                            ? "\n" + code + "\n"
                            : "\nvoid line" + block.line() + "() throws Exception {\n" + code + "\n}\n");
        }
        final String source = imports + "class Shown {\n" + members + "}\n";
        final DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        final String path = SOURCES.stream()
                .map(directory -> root.resolve(directory).toString())
                .collect(Collectors.joining(System.getProperty("path.separator")));
        compiler.getTask(
                        null,
                        null,
                        said,
                        List.of(
                                "-proc:none",
                                "-implicit:none",
                                "-d",
                                classes.toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                "-sourcepath",
                                path),
                        null,
                        List.of(new Source(source)))
                .call();
        return said.getDiagnostics().stream()
                .filter(problem -> problem.getKind() == Diagnostic.Kind.ERROR)
                .map(problem -> page.name() + ": Java does not compile: " + problem.getMessage(null) + " in: "
                        + line(source, problem.getLineNumber()))
                .toList();
    }

    private static String line(String source, long number) {
        try (Stream<String> lines = source.lines()) {
            return lines.skip(Math.max(0, number - 1)).findFirst().orElse("").strip();
        }
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        private Source(String text) {
            super(URI.create("string:///Shown.java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
