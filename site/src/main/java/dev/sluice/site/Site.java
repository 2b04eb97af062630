package dev.sluice.site;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Makes of a directory of Markdown pages a site without a server: pages by kind, light and dark, with a search that needs no
 * network. Fails on a link that leads nowhere.
 */
public final class Site {

    private static final String SOURCES = "https://github.com/sluice-dev/sluice/blob/main/";
    private static final List<Map.Entry<String, String>> KINDS = List.of(
            Map.entry("", "Learn"),
            Map.entry("how-to", "How-to guides"),
            Map.entry("reference", "Reference"),
            Map.entry("explanation", "Explanations"),
            Map.entry("decisions", "Decisions"));

    /** The directory of the site into which Maven writes the Javadoc. */
    static final String JAVADOC = "apidocs";

    private final Path documents;
    private final Path site;

    private Site(Path documents, Path site) {
        this.documents = documents;
        this.site = site;
    }

    /** Arguments: the directory of the pages, and that of the site. */
    public static void main(String[] args) throws IOException {
        final Path documents = Path.of(args[0]).toAbsolutePath().normalize();
        new Site(documents, Path.of(args[1]).toAbsolutePath().normalize()).make();
    }

    private void make() throws IOException {
        final Map<String, Page> pages = new TreeMap<>();
        try (Stream<Path> files = Files.walk(documents)) {
            for (final Path file : files.filter(Files::isRegularFile).toList()) {
                final String name = documents.relativize(file).toString().replace('\\', '/');
                final Path target = site.resolve(name);
                Files.createDirectories(target.getParent());
                if (name.endsWith(".md")) {
                    pages.put(name, Page.of(name, Files.readString(file), this::linked));
                } else {
                    Files.write(target, Files.readAllBytes(file));
                }
            }
        }
        pages.put("decisions/index.md", Page.of("decisions/index.md", listOfDecisions(pages), this::linked));
        for (final String resource : List.of("site.css", "search.js")) {
            Files.writeString(site.resolve(resource), resource(resource));
        }
        Files.writeString(
                site.resolve("sections.js"),
                "const sections = [\n"
                        + pages.values().stream().flatMap(Page::sections).collect(Collectors.joining(",\n"))
                        + "\n];\n");
        final String template = resource("page.html");
        for (final Page page : pages.values()) {
            Files.writeString(
                    site.resolve(page.target()),
                    template.replace("{title}", Page.escaped(page.title()))
                            .replace("{root}", page.toRoot())
                            .replace("{menu}", menu(pages, page))
                            .replace("{body}", page.body()));
        }
        final List<String> broken = new Links(site).broken();
        if (!broken.isEmpty()) {
            throw new IOException("links that lead nowhere:\n" + String.join("\n", broken));
        }
        System.out.println(pages.size() + " pages in " + site.resolve("index.html"));
    }

    private static String listOfDecisions(Map<String, Page> pages) {
        return "# Decisions\n\n"
                + pages.values().stream()
                        .filter(page -> page.kind().equals("decisions"))
                        .map(page -> "- [" + page.title() + "](" + page.name().substring("decisions/".length()) + ")\n")
                        .collect(Collectors.joining());
    }

    /** Returns the link of the site for one of a document: pages are HTML, and sources of the project are where it lives. */
    private String linked(String page, String link) {
        if (link.matches("\\w+:.*") || link.startsWith("#")) {
            return link;
        }
        final int mark = link.indexOf('#');
        final String path = mark < 0 ? link : link.substring(0, mark);
        final String anchor = mark < 0 ? "" : link.substring(mark);
        final Path file = documents.resolve(page).resolveSibling(path).normalize();
        if (!file.startsWith(documents)) {
            return SOURCES + documents.getParent().relativize(file).toString().replace('\\', '/') + anchor;
        }
        if (Files.isDirectory(file)) {
            return path + "index.html" + anchor;
        }
        return path.replaceAll("\\.md$", ".html") + anchor;
    }

    private static String menu(Map<String, Page> pages, Page open) {
        final StringBuilder menu = new StringBuilder();
        for (final Map.Entry<String, String> kind : KINDS) {
            final List<Page> its = pages.values().stream()
                    .filter(page -> page.kind().equals(kind.getKey()))
                    .filter(page ->
                            !kind.getKey().equals("decisions") || page.name().equals("decisions/index.md"))
                    .toList();
            menu.append("<h2>").append(kind.getValue()).append("</h2>\n<ul>\n");
            for (final Page page : its) {
                menu.append("<li><a")
                        .append(page == open ? " aria-current=\"page\"" : "")
                        .append(" href=\"")
                        .append(open.toRoot())
                        .append(page.target())
                        .append("\">")
                        .append(Page.escaped(page.title()))
                        .append("</a></li>\n");
            }
            if (kind.getKey().equals("reference")) {
                menu.append("<li><a href=\"")
                        .append(open.toRoot())
                        .append(JAVADOC)
                        .append("/index.html\">Javadoc</a></li>\n");
            }
            menu.append("</ul>\n");
        }
        return menu.toString();
    }

    private static String resource(String name) throws IOException {
        try (InputStream resource = Site.class.getResourceAsStream(name)) {
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
