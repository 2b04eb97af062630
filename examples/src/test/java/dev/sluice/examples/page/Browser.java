package dev.sluice.examples.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.deque.html.axecore.results.Results;
import com.deque.html.axecore.results.Rule;
import com.deque.html.axecore.selenium.AxeBuilder;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;

/** Chromium without a window, at the page of a gateway. */
final class Browser implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final long HIGHEST = 1700;

    private final ChromeDriver driver;

    private Browser(ChromeDriver driver) {
        this.driver = driver;
    }

    /** Skips the test where there is no Chromium, or no driver for it. */
    static Browser open() {
        final Optional<File> chromium = installed("chromium", "chromium-browser", "google-chrome");
        final Optional<File> chromedriver = installed("chromedriver");
        assumeTrue(
                chromium.isPresent() && chromedriver.isPresent(),
                "chromium and chromedriver are not installed: Debian's packages chromium and chromium-driver");
        final ChromeOptions options = new ChromeOptions()
                .setBinary(chromium.get())
                .addArguments("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars");
        return new Browser(new ChromeDriver(
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(chromedriver.get())
                        .build(),
                options));
    }

    private static Optional<File> installed(String... names) {
        return Stream.of(names)
                .flatMap(name -> Stream.of(System.getenv("PATH").split(File.pathSeparator))
                        .map(directory -> new File(directory, name)))
                .filter(File::canExecute)
                .findFirst();
    }

    /** Opens a page, with a width in CSS pixels and light or dark. */
    Browser show(URI page, int width, String scheme) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", width < 600));
        driver.get(page.toString());
        return this;
    }

    /** Waits until the section of that id has that text. */
    Browser await(String id, String text) {
        Awaitility.await("'" + text + "' in #" + id)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(200))
                .ignoreException(StaleElementReferenceException.class)
                .untilAsserted(() -> assertEquals(text, found(text, text(id))));
        return this;
    }

    /** Waits until a script says true. */
    Browser awaitScript(String what, String script) {
        Awaitility.await(what)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(200))
                .until(() -> Boolean.TRUE.equals(run(script)));
        return this;
    }

    /** Moves the pointer to the middle of an element. */
    void hover(String selector) {
        new Actions(driver)
                .moveToElement(driver.findElement(By.cssSelector(selector)))
                .perform();
    }

    private static String found(String text, String all) {
        return all.contains(text) ? text : all;
    }

    String text(String id) {
        return driver.findElement(By.id(id)).getText();
    }

    Object run(String script) {
        return driver.executeScript(script);
    }

    /** Presses keys, as a person without a mouse does. */
    Browser press(CharSequence... keys) {
        driver.switchTo().activeElement().sendKeys(keys);
        return this;
    }

    String url() {
        return driver.getCurrentUrl();
    }

    /** The lines of its console, but for those of a refused connection. */
    List<String> complaints() {
        return driver.manage().logs().get("browser").getAll().stream()
                .map(entry -> entry.getMessage())
                .filter(message -> !message.contains("net::ERR"))
                .toList();
    }

    /** Barriers for people with disabilities, as axe finds them: a line for each. */
    List<String> barriers() {
        final Results results = new AxeBuilder().analyze(driver);
        return results.getViolations().stream().map(Browser::line).toList();
    }

    private static String line(Rule rule) {
        return rule.getId() + ": " + rule.getHelp() + " "
                + rule.getNodes().stream().map(node -> node.getHtml()).limit(3).toList();
    }

    /** Keeps a picture of the page, or of its beginning where it is long. */
    Browser picture(Path file) throws IOException {
        final long height =
                Math.min(HIGHEST, (Long) driver.executeScript("return document.documentElement.scrollHeight"));
        final long width = (Long) driver.executeScript("return document.documentElement.clientWidth");
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
        Files.createDirectories(file.getParent());
        Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
        return this;
    }

    @Override
    public void close() {
        driver.quit();
    }
}
