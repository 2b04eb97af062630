import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Puts the former faults of {@code .ci/put-back.txt} back into a copy of the checkout; run by put-back from the project's directory. */
final class PutBack {

    private static final Path LIST = Path.of(".ci/put-back.txt");
    private static final Path LOGS = Path.of("target/put-back");
    private static final Path COPY = LOGS.resolve("copy");
    private static final int LONGEST_MINUTES = 15;
    private static final String HELP = """
            .ci/put-back [NAME...]  puts back each fault of .ci/put-back.txt, or the named ones, in a copy, and runs its test
            .ci/put-back --check    only says whether each fault can still be put back, and still has its test

            The copy has the files that git tracks, with their changes. At first all the tests run without a fault, and must pass.
            Then each fault gets a line, and its output is in target/put-back/NAME.log:
              found             the test failed
              NOT FOUND         the test passed, or did not end within 15 minutes
              does not compile  the faulty code does not compile, or the build failed otherwise before the test
              does not apply    the lines to be changed are not in the file exactly once
              has no test       there is no such test any more
            The exit code is 1 if one is not found, or does not apply; it is 2 if the tests do not pass without a fault.""";

    public static void main(String[] arguments) throws IOException, InterruptedException {
        final List<String> named = new ArrayList<>(List.of(arguments));
        if (named.contains("--help")) {
            System.out.println(HELP);
            return;
        }
        final boolean check = named.remove("--check");
        final List<Fault> faults = faults();
        if (!faults.stream().map(Fault::name).toList().containsAll(named)) {
            throw new IllegalArgumentException(LIST + " has not all of these: " + named);
        }
        faults.removeIf(fault -> !named.isEmpty() && !named.contains(fault.name));
        if (!check && !faults.isEmpty()) {
            copy();
            final String modules = faults.stream().map(fault -> fault.of("module")).distinct().collect(Collectors.joining(","));
            final String tests = faults.stream().map(fault -> fault.of("test")).distinct().collect(Collectors.joining(","));
            if (!maven(modules, tests, "as-it-is", 4 * LONGEST_MINUTES)) {
                System.err.println("The tests do not pass without a fault: see " + LOGS.resolve("as-it-is.log"));
                System.exit(2);
            }
        }
        boolean allFound = true;
        for (final Fault fault : faults) {
            final long start = System.nanoTime();
            final String obstacle = fault.obstacle();
            final String result = !obstacle.isEmpty() ? obstacle : check ? "applies" : fault.putBack();
            allFound &= result.equals("found") || result.equals("applies");
            final long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
            System.out.printf("%-16s %-50s %s %d s%n", result, fault.name, fault.of("test"), seconds);
        }
        System.exit(allFound ? 0 : 1);
    }

    /** The first word of a line says what the rest of the line is. */
    private static List<Fault> faults() throws IOException {
        final List<Fault> faults = new ArrayList<>();
        for (final String line : Files.readAllLines(LIST)) {
            final String[] parts = (line + " ").split(" ", 2);
            final String rest = parts[1].isEmpty() ? "" : parts[1].substring(0, parts[1].length() - 1);
            final Fault last = faults.isEmpty() ? null : faults.get(faults.size() - 1);
            switch (parts[0]) {
                case "", "#" -> {}
                case "fault" -> faults.add(new Fault(rest, new HashMap<>(), new ArrayList<>()));
                case "file" -> last.edits.add(new Edit(Path.of(rest), new ArrayList<>(), new ArrayList<>()));
                case "-" -> last.edits.get(last.edits.size() - 1).right.add(rest);
                case "+" -> last.edits.get(last.edits.size() - 1).faulty.add(rest);
                default -> last.values.put(parts[0], rest);
            }
        }
        return faults;
    }

    /** Makes the copy, or brings it up to date. What was compiled in it stays, so that Maven compiles what has changed. */
    private static void copy() throws IOException, InterruptedException {
        if (!Files.isDirectory(COPY)) {
            git("clone", "-q", "--shared", "--no-checkout", ".", COPY.toString());
        }
        final String changes = git("stash", "create");
        git("-C", COPY.toString(), "checkout", "-q", "-f", changes.isEmpty() ? git("rev-parse", "HEAD") : changes);
    }

    private static String git(String... arguments) throws IOException, InterruptedException {
        final List<String> command = Stream.concat(Stream.of("git"), Stream.of(arguments)).toList();
        final Process git = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        final String said = new String(git.getInputStream().readAllBytes()).strip();
        if (git.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + " failed");
        }
        return said;
    }

    /** Runs tests in the copy. Returns whether they passed; tests that do not end in time are ended, and count as passed. */
    private static boolean maven(String modules, String tests, String log, int minutes) throws IOException, InterruptedException {
        final Process maven = new ProcessBuilder("mvn", "-B", "-o", "-q", "test", "-pl", modules, "-am", "-Dtest=" + tests,
                        "-Dsurefire.failIfNoSpecifiedTests=false", "-Dsluice.test.forks=1", "-Dsluice.warnings=-nowarn",
                        "-Dspotless.check.skip=true", "-Denforcer.skip=true", "-Dcyclonedx.skip=true", "-DexcludedGroups=nightly")
                .directory(COPY.toFile())
                .redirectErrorStream(true)
                .redirectOutput(LOGS.resolve(log + ".log").toFile()).start();
        maven.getOutputStream().close();
        if (maven.waitFor(minutes, TimeUnit.MINUTES)) {
            return maven.exitValue() == 0;
        }
        maven.descendants().toList().forEach(ProcessHandle::destroy); // not by force, so that tests end their databases
        maven.waitFor();
        return true;
    }

    /** Some adjacent lines of a file, and the faulty ones in their place. */
    private record Edit(Path file, List<String> right, List<String> faulty) {

        /** Returns the text of the file with the fault; the text as it is if the right lines are not there exactly once. */
        String in(Path root) throws IOException {
            final String text = "\n" + Files.readString(root.resolve(file));
            final String lines = "\n" + String.join("\n", right) + "\n";
            final boolean once = text.contains(lines) && text.indexOf(lines) == text.lastIndexOf(lines);
            final String fault = "\n" + faulty.stream().map(line -> line + "\n").collect(Collectors.joining());
            return (once ? text.replace(lines, fault) : text).substring(1);
        }
    }

    private record Fault(String name, Map<String, String> values, List<Edit> edits) {

        String of(String word) {
            return values.getOrDefault(word, "");
        }

        /** Returns why the fault cannot be put back; empty if it can. */
        String obstacle() throws IOException {
            final String[] test = of("test").split("#");
            final Path source = Path.of(of("module"), "src/test/java", test[0].replace('.', '/') + ".java");
            if (!Files.exists(source) || test.length > 1 && !Files.readString(source).contains(" void " + test[1] + "(")) {
                return "has no test";
            }
            for (final Edit edit : edits) {
                if (!Files.exists(edit.file) || edit.in(Path.of("")).equals(Files.readString(edit.file))) {
                    return "does not apply";
                }
            }
            return "";
        }

        String putBack() throws IOException, InterruptedException {
            final Path report = COPY.resolve(of("module") + "/target/surefire-reports/TEST-" + of("test").split("#")[0] + ".xml");
            Files.deleteIfExists(report);
            for (final Edit edit : edits) {
                Files.writeString(COPY.resolve(edit.file), edit.in(COPY));
            }
            try {
                final boolean passed = maven(of("module"), of("test"), name, LONGEST_MINUTES);
                final String said = Files.exists(report) ? Files.readString(report) : "";
                return passed ? "NOT FOUND" : said.matches("(?s).*<(failure|error)\\b.*") ? "found" : "does not compile";
            } finally {
                git("-C", COPY.toString(), "checkout", "-q", "-f", "HEAD");
            }
        }
    }
}
