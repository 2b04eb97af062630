package dev.sluice.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** The pages for operators speak of messages, metrics, alerts and keys that exist, and of every message of the log. */
class OperationsManualTest {

    private static final Path ROOT = Path.of("..");
    private static final Path MESSAGES = ROOT.resolve("docs/reference/messages.md");
    private static final Path KEYS = ROOT.resolve("docs/reference/configuration.md");
    private static final Path WATCH = ROOT.resolve("docs/how-to/operate.md");
    private static final List<Path> PAGES = List.of(MESSAGES, KEYS, WATCH, ROOT.resolve("docs/how-to/production.md"));
    private static final Path ALERTS = ROOT.resolve("config/prometheus/alerts.yaml");
    /** The first cell of a row in one of the runbook's tables of messages, with one or several of them. */
    private static final Pattern QUOTES = Pattern.compile("(?m)^\\| (`[^`]*[ …][^`]*`(?:, `[^`]*`)*) \\|");
    /** A message; `…` stands for what differs, or for its rest. */
    private static final Pattern MESSAGE = Pattern.compile("`([^`]*)`");

    private static final Pattern ALERT = Pattern.compile("(?m)^\\| `(Sluice\\w+)` \\|");
    private static final Pattern METRIC = Pattern.compile("\\b(sluice|jvm|process)_[a-z_]+\\b");
    private static final Pattern OF_A_HISTOGRAM = Pattern.compile("_(bucket|sum|count)$");
    private static final Pattern JOINED = Pattern.compile("\"\\s*\\n\\s*\\+\\s*\"");
    private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\\\n]|\\\\.)*)\"");
    /** A call that logs from INFO on, up to its first text. */
    private static final Pattern LOGGED =
            Pattern.compile("(?:LOG\\.(?:info|warn|error)|\\.log)\\(\\s*\"((?:[^\"\\\\\\n]|\\\\.)*)\"");

    private static final Pattern GAP = Pattern.compile("\\{}|…");
    private static final int TELLING = 8;
    /** The manual may quote only the start of a longer text. */
    private static final int LONGEST_QUOTED = 40;
    /** As much of a text tells its message from others, if nothing before it does. */
    private static final int TELLING_ALONE = 20;

    @Test
    void shouldQuoteOnlyMessagesThatThereAre() throws IOException {
        final List<List<String>> sources = new ArrayList<>();
        for (final String source : sources()) {
            sources.add(
                    LITERAL.matcher(source).results().map(text -> text.group(1)).toList());
        }
        final Set<String> unknown = new TreeSet<>();
        final List<String> messages = messages();
        for (final String message : messages) {
            if (sources.stream().noneMatch(texts -> has(texts, pieces(message)))) {
                unknown.add(message);
            }
        }
        assertTrue(messages.size() > 40, messages::toString);
        assertEquals(
                Set.of(), unknown, "quoted in docs/reference/messages.md or docs/how-to/operate.md, and in no source");
    }

    private static boolean has(List<String> texts, List<String> pieces) {
        return pieces.stream().allMatch(piece -> texts.stream().anyMatch(text -> text.contains(piece)));
    }

    @Test
    void shouldExplainEveryMessageOfTheLog() throws IOException {
        final List<String> quoted = messages();
        final Set<String> missing = new TreeSet<>();
        for (final String source : sources()) {
            LOGGED.matcher(source)
                    .results()
                    .map(call -> call.group(1))
                    .forEach(format -> telling(format)
                            .filter(piece -> quoted.stream().noneMatch(message -> message.contains(piece.strip())))
                            .ifPresent(missing::add));
        }
        assertEquals(Set.of(), missing, "to be explained in docs/reference/messages.md, under messages of the log");
    }

    /**
     * The piece that identifies a message: its first long piece, or else its longest. Empty for a message that only passes on another
     * text, or says that it is a fault.
     */
    private static Optional<String> telling(String format) {
        final List<String> pieces = format.contains("this is a fault") ? List.of() : pieces(format);
        return pieces.stream()
                .filter(piece -> piece.length() >= TELLING_ALONE)
                .findFirst()
                .or(() -> pieces.stream().max(Comparator.comparingInt(String::length)))
                .map(piece -> piece.substring(0, Math.min(piece.length(), LONGEST_QUOTED)));
    }

    private static List<String> pieces(String message) {
        return GAP.splitAsStream(message)
                .map(String::strip)
                .filter(piece -> piece.length() >= TELLING)
                .toList();
    }

    private static List<String> messages() throws IOException {
        return found(MESSAGE, String.join("\n", found(QUOTES, runbook())));
    }

    private static String runbook() throws IOException {
        return Files.readString(WATCH) + Files.readString(MESSAGES);
    }

    @Test
    void shouldSpeakOnlyOfMetricsThatThereAre() throws IOException {
        final Set<String> known = new TreeSet<>(found(
                Pattern.compile("(?m)^\\| `([a-z_]+)` \\|"),
                Files.readString(ROOT.resolve("docs/reference/metrics.md"))));
        final Set<String> unknown = new TreeSet<>();
        for (final Path file : Stream.concat(PAGES.stream(), Stream.of(ALERTS)).toList()) {
            METRIC.matcher(Files.readString(file))
                    .results()
                    .map(metric -> metric.group())
                    .forEach(metric -> {
                        if (!known.contains(metric)
                                && !known.contains(
                                        OF_A_HISTOGRAM.matcher(metric).replaceFirst(""))
                                && !List.of("sluice_checkpoint", "sluice_outcome")
                                        .contains(metric)) { // tables
                            unknown.add(metric);
                        }
                    });
        }
        assertTrue(known.size() > 30, known::toString);
        assertEquals(Set.of(), unknown);
    }

    @Test
    void shouldExplainEveryAlertAndNoOther() throws IOException {
        final Map<String, List<Map<String, List<Map<String, Object>>>>> file =
                new Yaml().load(Files.readString(ALERTS));
        final List<Map<String, Object>> rules = file.get("groups").stream()
                .flatMap(group -> group.get("rules").stream())
                .toList();
        assertTrue(rules.stream().allMatch(rule -> balanced(rule.get("expr").toString())));
        assertEquals(
                rules.stream().map(rule -> rule.get("alert")).collect(Collectors.toCollection(TreeSet::new)),
                new TreeSet<Object>(found(ALERT, runbook())));
    }

    private static boolean balanced(String expression) {
        int open = 0;
        for (final char sign : expression.toCharArray()) {
            open += "([{".indexOf(sign) >= 0 ? 1 : ")]}".indexOf(sign) >= 0 ? -1 : 0;
            if (open < 0) {
                return false;
            }
        }
        return open == 0 && !expression.isBlank();
    }

    /** Keys are written as {@code section.key} there; those of a part with a chosen name as {@code databases.NAME.key}. */
    @Test
    void shouldNameOnlyKeysThatThereAre() throws IOException {
        final Set<String> known = new TreeSet<>();
        String part = "";
        for (final String line : Files.readAllLines(KEYS)) {
            if (line.startsWith("## ")) {
                part = line.startsWith("## `") ? line.substring(4, line.length() - 1) : "";
            } else if (line.startsWith("| `") && !part.isEmpty()) {
                known.add(part + "." + line.substring(3, line.indexOf('`', 3)));
            } else if (line.startsWith("As of `")) {
                for (final String key : found(Pattern.compile("`(\\w+)`"), line)) {
                    known.add(part + "." + key);
                }
            }
        }
        final StringBuilder pages = new StringBuilder();
        for (final Path page : PAGES) {
            pages.append(Files.readString(page));
        }
        final Set<String> unknown = found(
                        Pattern.compile(
                                "`((?:queues|chunk|limits|health|databases|services|lookups|statements|endpoints)"
                                        + "\\.[A-Za-z.]+)`"),
                        pages.toString())
                .stream()
                .filter(key -> !known.contains(key))
                .filter(key -> known.stream().noneMatch(some -> some.startsWith(key + ".")))
                .collect(Collectors.toCollection(TreeSet::new));
        assertTrue(known.size() > 60, known::toString);
        assertEquals(Set.of(), unknown);
    }

    private static List<String> found(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(match -> match.group(1)).toList();
    }

    /** The sources of gateway and queues; texts that are put together are one text each. */
    private static List<String> sources() throws IOException {
        final List<String> sources = new ArrayList<>();
        for (final String module :
                List.of("gateway-api", "extras/kafka", "gateway-service", "extras/jdbc", "replay-tool")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
                for (final Path file :
                        files.filter(some -> some.toString().endsWith(".java")).toList()) {
                    sources.add(JOINED.matcher(Files.readString(file)).replaceAll(""));
                }
            }
        }
        return sources;
    }
}
