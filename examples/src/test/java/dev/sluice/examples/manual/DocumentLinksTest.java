package dev.sluice.examples.manual;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every link between the documents leads to a file, and to a heading of it; files named in code and configurations exist. */
class DocumentLinksTest {

    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s#]*)(?:#([^)\\s]*))?\\)");
    private static final Pattern HEADING = Pattern.compile("^#+ (.*)$");
    private static final Pattern ANCHOR = Pattern.compile("<a (?:id|name)=\"([^\"]*)\"");
    private static final Pattern NAMED = Pattern.compile("\\bdocs/[\\w./-]*\\.(?:md|yaml|tsv|svg)\\b");
    private static final List<String> NAMING =
            List.of(".java", ".kt", ".yaml", ".yml", ".xml", ".service", "Containerfile");

    @Test
    void shouldLeadToAFileAndItsHeadingWhenDocumentsLink() throws IOException {
        final Set<String> broken = new TreeSet<>();
        int seen = 0;
        final Map<Path, Set<String>> headings = new HashMap<>();
        for (final Path document : documents()) {
            final Matcher link = LINK.matcher(prose(document));
            while (link.find()) {
                if (link.group(1).matches("\\w+:.*")) {
                    continue;
                }
                seen++;
                final Path target = link.group(1).isEmpty()
                        ? document
                        : document.resolveSibling(link.group(1)).normalize();
                if (Files.notExists(target)
                        || link.group(2) != null && !anchors(target, headings).contains(link.group(2))) {
                    broken.add(ROOT.relativize(document) + ": " + link.group());
                }
            }
        }
        assertTrue(seen > 200, seen + " links");
        assertEquals(Set.of(), broken);
    }

    @Test
    void shouldExistWhenCodeOrAConfigurationNamesADocument() throws IOException {
        final Set<String> missing = new TreeSet<>();
        int seen = 0;
        for (final Path file : files()) {
            if (NAMING.stream().noneMatch(ending -> file.toString().endsWith(ending))) {
                continue;
            }
            final Matcher named = NAMED.matcher(Files.readString(file));
            while (named.find()) {
                seen++;
                if (Files.notExists(ROOT.resolve(named.group()))) {
                    missing.add(ROOT.relativize(file) + ": " + named.group());
                }
            }
        }
        assertTrue(seen > 30, seen + " names");
        assertEquals(Set.of(), missing);
    }

    private static List<Path> documents() throws IOException {
        return files().stream().filter(file -> file.toString().endsWith(".md")).toList();
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

    /** Returns a document without the lines of its fenced blocks, in which brackets are code. */
    private static String prose(Path document) throws IOException {
        final List<String> lines = new ArrayList<>();
        boolean fenced = false;
        for (final String line : Files.readAllLines(document)) {
            if (line.strip().startsWith("```")) {
                fenced = !fenced;
            } else if (!fenced) {
                lines.add(line);
            }
        }
        return String.join("\n", lines);
    }

    private static Set<String> anchors(Path target, Map<Path, Set<String>> known) throws IOException {
        if (!known.containsKey(target)) {
            known.put(target, anchors(target));
        }
        return known.get(target);
    }

    /** Returns the anchors that GitHub gives to headings, and those that a document sets itself. */
    private static Set<String> anchors(Path target) throws IOException {
        final Set<String> anchors = new HashSet<>();
        final String prose = prose(target);
        prose.lines()
                .map(HEADING::matcher)
                .filter(Matcher::matches)
                .forEach(heading -> anchors.add(heading.group(1)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N} _-]", "")
                        .replace(' ', '-')));
        ANCHOR.matcher(prose).results().forEach(anchor -> anchors.add(anchor.group(1)));
        return anchors;
    }
}
