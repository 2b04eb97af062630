package dev.sluice.examples.manual;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.service.config.GatewayConfig;
import dev.sluice.service.config.yaml.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a page says exists, on every page alike: its links lead to a heading, its YAML is read by the gateway, its Java compiles, its
 * commands have the options and files that they name, and the names in code quotes are in the sources.
 */
class PagesTest {

    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s#]*)(?:#([^)\\s]*))?\\)");
    private static final Pattern HEADING = Pattern.compile("^#+ (.*)$");
    private static final Pattern ANCHOR = Pattern.compile("<a (?:id|name)=\"([^\"]*)\"");
    private static final Pattern NAMED = Pattern.compile("\\bdocs/[\\w./-]*\\.(?:md|yaml|tsv|svg)\\b");
    private static final Pattern WORD = Pattern.compile("\\w+");
    private static final Pattern TYPE = Pattern.compile("@?([A-Z][a-z]\\w*)(?:[.#](\\w+))?(?:<[^>]*>)?(?:\\(.*\\))?");
    private static final Pattern METHOD = Pattern.compile("([a-z]\\w*)\\(.*\\)");
    private static final Pattern DECLARED = Pattern.compile("\\b(?:class|interface|record|enum) (\\w+)");
    private static final Set<String> SOURCES =
            Set.of("java", "kt", "yaml", "yml", "xml", "service", "Containerfile", "sluice");
    private static final Set<String> SHELLS = Set.of("sh", "bash", "console", "");

    /** Names of other projects, which no source of this one has. */
    private static final Set<String> FOREIGN = Set.of(
            "AsyncItemWriter",
            "InvalidTxnStateException",
            "mavenLocal",
            "ChronicleReaderMain",
            "ChronicleHistoryReaderMain",
            "Int",
            "Describe",
            "ResourcelessTransactionManager",
            "DynamicPropertySource",
            "QueueTableStore",
            "Transactional",
            "pg_notify");

    @TempDir
    static Path directory;

    private final Map<Path, Set<String>> headings = new HashMap<>();
    private final Set<String> words = new HashSet<>();
    private final Map<String, String> types = new HashMap<>();
    private final ShownCommands commands = new ShownCommands(ROOT);
    private final ShownJava java = new ShownJava(ROOT, directory);

    PagesTest() throws IOException {
        for (final Path file : files()) {
            final String name = file.getFileName().toString();
            if (SOURCES.contains(name.substring(name.lastIndexOf('.') + 1)) && !name.equals("PagesTest.java")) {
                final String text = Files.readString(file);
                WORD.matcher(text).results().forEach(word -> words.add(word.group()));
                DECLARED.matcher(text).results().forEach(type -> types.merge(type.group(1), text, String::concat));
            }
        }
    }

    @Test
    void shouldSayOnlyWhatIsThereWhenAPageIsRead() throws IOException {
        final List<String> mistakes = new ArrayList<>();
        final Map<String, Integer> seen = new HashMap<>();
        for (final Path file : files()) {
            if (file.toString().endsWith(".md")) {
                final Page page = Page.read(ROOT, file);
                page.blocks().forEach(block -> seen.merge(block.language(), 1, Integer::sum));
                mistakes.addAll(mistakes(page));
            }
        }
        assertTrue(seen.get("java") > 10 && seen.get("yaml") > 5 && seen.get("sh") > 5, seen::toString);
        assertEquals("", String.join("\n", mistakes));
    }

    /** One mistake of each kind, and what is said of it. */
    @Test
    void shouldFindEachKindOfMistakeWhenAPageHasIt() throws IOException {
        final Page page = Page.of("docs/planted.md", """
                [gone](gone.md), [here](index.md), [nothing](index.md#no-heading)
                `NoSuchClass`, `GatewayClient`, `GatewayClient.noSuchMethod`, `noSuchCall(…)`, `GatewayClient.open(…)`
                `./sluice nosuch`, `./sluice run --no-such x`, `./sluice replay nosuch`, `./sluice crash --no-such`
                ```sh
                ./sluice status --no-such -q data/queues | head
                mvn -B -Pnosuch -pl build/nosuch,extras/jdbc package
                cat config/nosuch.yaml config/gateway.yaml examples/target/no-such.jar
                ```
                ```yaml
                queues:
                  pathh: data/queues
                ```
                ```java
                GatewayClient.openn("x");
                ```
                """.lines().toList());
        assertEquals(
                List.of(
                        "docs/planted.md: there is no ](gone.md)",
                        "docs/planted.md: there is no ](index.md#no-heading)",
                        "docs/planted.md:2: there is no NoSuchClass",
                        "docs/planted.md:2: there is no GatewayClient.noSuchMethod",
                        "docs/planted.md:2: there is no noSuchCall(…)",
                        "docs/planted.md:3: sluice has no command nosuch",
                        "docs/planted.md:3: run has no option --no-such",
                        "docs/planted.md:3: sluice replay has no command nosuch",
                        "docs/planted.md:3: sluice crash has no option --no-such",
                        "docs/planted.md:5: status has no option --no-such",
                        "docs/planted.md:6: there is no profile nosuch",
                        "docs/planted.md:6: there is no module build/nosuch",
                        "docs/planted.md:6: there is no build/nosuch",
                        "docs/planted.md:7: there is no config/nosuch.yaml",
                        "docs/planted.md:7: there is no examples/target/no-such.jar",
                        "docs/planted.md:10: YAML",
                        "docs/planted.md: Java does not compile"),
                mistakes(page).stream()
                        .map(mistake -> mistake.replaceAll("(?s)(YAML|not compile).*", "$1"))
                        .toList());
    }

    @Test
    void shouldExistWhenCodeOrAConfigurationNamesADocument() throws IOException {
        final Set<String> missing = new TreeSet<>();
        int seen = 0;
        for (final Path file : files()) {
            final String name = file.getFileName().toString();
            if (!SOURCES.contains(name.substring(name.lastIndexOf('.') + 1))) {
                continue;
            }
            final Matcher named = NAMED.matcher(Files.readString(file));
            while (named.find()) {
                seen++;
                if (Files.notExists(ROOT.resolve(named.group()))
                        && !named.group().equals("docs/planted.md")) {
                    missing.add(ROOT.relativize(file) + ": " + named.group());
                }
            }
        }
        assertTrue(seen > 30, seen + " names");
        assertEquals(Set.of(), missing);
    }

    private List<String> mistakes(Page page) throws IOException {
        final List<String> mistakes = new ArrayList<>(brokenLinks(page));
        if (!page.name().startsWith("docs") && !page.name().equals("README.md")) {
            return mistakes; // a page of what was, or of another directory
        }
        for (final Page.Part quote : page.quotes()) {
            if (!isThere(quote.text())) {
                mistakes.add(page.at(quote) + ": there is no " + quote.text());
            }
            if (ShownCommands.isCommand(quote.text())) {
                commands.mistakes(quote.text()).forEach(mistake -> mistakes.add(page.at(quote) + ": " + mistake));
            }
        }
        for (final Page.Part block : page.blocks()) {
            if (SHELLS.contains(block.language())) {
                int line = block.line();
                for (final String text : block.text().split("\n")) {
                    final String where = page.name() + ":" + line++ + ": ";
                    if (isTyped(block.language(), text)) {
                        commands.mistakes(text).forEach(mistake -> mistakes.add(where + mistake));
                    }
                }
            } else if (block.language().equals("yaml")) {
                for (final String yaml : configurations(block.text())) {
                    problem(yaml).ifPresent(problem -> mistakes.add(page.at(block) + ": YAML: " + problem));
                }
            }
        }
        mistakes.addAll(java.mistakes(page));
        return mistakes;
    }

    /** A console block has commands and their output; a block without a language may be anything. */
    private static boolean isTyped(String language, String line) {
        return switch (language) {
            case "console" -> line.startsWith("$ ");
            case "" -> line.startsWith("$ ") || ShownCommands.isCommand(line);
            default -> !line.startsWith("#");
        };
    }

    private boolean isThere(String quote) {
        final Matcher method = METHOD.matcher(quote);
        if (method.matches()) {
            return words.contains(method.group(1)) || FOREIGN.contains(method.group(1));
        }
        final Matcher type = TYPE.matcher(quote);
        if (!type.matches() || FOREIGN.contains(type.group(1))) {
            return true;
        }
        final String source = types.get(type.group(1));
        return words.contains(type.group(1))
                && (type.group(2) == null || source == null || source.matches("(?s).*\\b" + type.group(2) + "\\b.*"));
    }

    /** Parts of a configuration, each with what it needs to be one. */
    private static List<String> configurations(String yaml) {
        if (yaml.startsWith("response:")) {
            return yaml.lines()
                    .map(line -> "services: {crm: {url: 'http://crm.test'}}\n"
                            + (line.contains("match: none")
                                    ? "endpoints:\n  one:\n    request: {path: /one, body: '{items}', item: '{payload}'}\n    "
                                    : "lookups:\n  one:\n    request: {path: /one, query: 'id={1}'}\n    ")
                            + line)
                    .toList();
        }
        final String backend = yaml.contains("request:") && !yaml.contains("services:")
                ? "services: {crm: {url: 'http://crm.test'}}\n"
                : "";
        final String database = yaml.contains("services:") || yaml.contains("databases:") || !backend.isEmpty()
                ? ""
                : "databases: {main: {url: 'jdbc:hsqldb:mem:shown', user: SA}}\n";
        return List.of(backend + database + yaml);
    }

    private static Optional<String> problem(String yaml) throws IOException {
        try {
            Files.writeString(directory.resolve("shop.sql"), ""); // the script of the tutorial
            GatewayConfig.parse(yaml, directory, name -> "shown");
            return Optional.empty();
        } catch (final ConfigException e) {
            return Optional.of(e.getMessage());
        }
    }

    private List<String> brokenLinks(Page page) throws IOException {
        final List<String> broken = new ArrayList<>();
        final Path file = ROOT.resolve(page.name());
        final Matcher link = LINK.matcher(page.prose());
        while (link.find()) {
            if (link.group(1).matches("\\w+:.*")) {
                continue;
            }
            final Path target = link.group(1).isEmpty()
                    ? file
                    : file.resolveSibling(link.group(1)).normalize();
            if (Files.notExists(target)
                    || link.group(2) != null && !anchors(target).contains(link.group(2))) {
                broken.add(page.name() + ": there is no " + link.group());
            }
        }
        return broken;
    }

    /** Returns the anchors that GitHub gives to headings, and those that a document sets itself. */
    private Set<String> anchors(Path target) throws IOException {
        Set<String> anchors = headings.get(target);
        if (anchors == null) {
            anchors = new HashSet<>();
            final String prose = Page.read(ROOT, target).prose();
            for (final String line : prose.split("\n")) {
                final Matcher heading = HEADING.matcher(line);
                if (heading.matches()) {
                    anchors.add(heading.group(1)
                            .toLowerCase(Locale.ROOT)
                            .replaceAll("[^\\p{L}\\p{N} _-]", "")
                            .replace(' ', '-'));
                }
            }
            final Set<String> found = anchors;
            ANCHOR.matcher(prose).results().forEach(anchor -> found.add(anchor.group(1)));
            headings.put(target, anchors);
        }
        return anchors;
    }

    /** The files of the sources: nothing that a build made, nothing hidden but the project's own settings. */
    private static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            return files.filter(file -> {
                        final String path =
                                "/" + ROOT.relativize(file).toString().replace('\\', '/');
                        return !path.contains("/target/") && !path.startsWith("/.git/") && !path.startsWith("/data/");
                    })
                    .filter(Files::isRegularFile)
                    .toList();
        }
    }
}
