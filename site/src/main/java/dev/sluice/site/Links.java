package dev.sluice.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The links of a site that was made. The compiler of the Javadoc has checked its own. */
record Links(Path site) {

    private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\"#]*)(?:#([^\"]*))?\"");

    /** Returns each link to a file or an anchor of the site that does not exist, with its page. */
    List<String> broken() throws IOException {
        final TreeSet<String> broken = new TreeSet<>();
        final List<Path> pages;
        try (Stream<Path> files = Files.walk(site)) {
            pages = files.filter(file -> file.toString().endsWith(".html"))
                    .filter(file -> !file.startsWith(site.resolve(Site.JAVADOC)))
                    .toList();
        }
        for (final Path page : pages) {
            final Matcher link = LINK.matcher(Files.readString(page));
            while (link.find()) {
                if (!link.group(1).matches("\\w+:.*") && !leads(page, link.group(1), link.group(2))) {
                    broken.add(site.relativize(page) + ": " + link.group());
                }
            }
        }
        return List.copyOf(broken);
    }

    private static boolean leads(Path page, String path, String anchor) throws IOException {
        final Path target = path.isEmpty() ? page : page.resolveSibling(path).normalize();
        return Files.isRegularFile(target)
                && (anchor == null || Files.readString(target).contains("id=\"" + anchor + "\""));
    }
}
