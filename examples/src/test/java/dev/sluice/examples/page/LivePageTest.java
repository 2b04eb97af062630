package dev.sluice.examples.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.api.QueueOptions;
import dev.sluice.api.Results;
import dev.sluice.client.GatewayClient;
import dev.sluice.examples.demo.RunningDemo;
import dev.sluice.testsupport.Child;
import dev.sluice.testsupport.GatewayYaml;
import dev.sluice.testsupport.LocalPorts;
import dev.sluice.testsupport.Program;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** The live page as people see it. With {@code -Dsluice.docs.update=true} its pictures become those of the documents. */
@Tag("nightly")
class LivePageTest {

    private static final String HOSTILE = "<img src=x onerror=\"document.title='broken'\">'&\u202e";
    private static final String TOKEN = "a-token-of-the-test";
    private static final Path PICTURES =
            Boolean.getBoolean("sluice.docs.update") ? Path.of("../docs/images") : Path.of("target/page");

    @TempDir
    Path temporary;

    private Browser browser;
    private final List<Child> gateways = new ArrayList<>();

    @BeforeEach
    void openBrowser() {
        browser = Browser.open();
    }

    @AfterEach
    void close() {
        if (browser != null) {
            browser.close();
        }
        gateways.forEach(Child::kill);
    }

    @Test
    void shouldDrawWhatTheGatewayDoesUnderLoadAndThatItIsPausedAndResumedWhenCtlHasSaidSo() throws Exception {
        final Path directory = temporary.resolve("demo");
        final RunningDemo demo =
                RunningDemo.start(directory, "--contracts", "400000", "--no-baseline", "--form", "futures", "--serve");
        try {
            awaitPage(demo.served());
            browser.show(demo.served(), 1280, "light").await("top", "Fine").await("names", "last-letter");
            browser.awaitScript(
                            "fifteen samples of work",
                            "return samples.filter(s => s.did.resultsPerSecond > 0).length > 14")
                    .await("runs", "letters@");
            browser.hover("#chart-throughput .u-over");
            final String under = browser.text("chart-throughput");
            assertTrue(
                    under.matches("(?s)Throughput, a second.*results [1-9][0-9,]*.*requests read [1-9].*:[0-9]{2}.*"),
                    under);
            assertEquals(
                    List.of("true", "true", "true", "true"),
                    browser.run("return CHARTS.map(chart => String(columns(chart)[1].filter(v => v > 0).length > 3))"),
                    "each chart has a line");
            browser.hover("h1"); // a pointer that rests on a chart is asked again whenever it is drawn
            browser.run("document.getElementById('chart-times').focus()");
            final Object last = browser.run("return document.querySelector('#chart-times .at').textContent");
            browser.press(Keys.HOME).press(Keys.ARROW_RIGHT);
            assertTrue(browser.run("return document.getElementById('said').textContent")
                    .toString()
                    .matches("Time to the result: half within .* at ..:..:.."));
            assertNotEquals(last, browser.run("return document.querySelector('#chart-times .at').textContent"));
            browser.run("document.activeElement.blur()");
            assertEquals(List.of(), browser.barriers());
            browser.picture(PICTURES.resolve("page-light.png"));
            browser.show(demo.served(), 1280, "dark").await("top", "Fine");
            assertEquals(List.of(), browser.barriers());
            browser.picture(PICTURES.resolve("page-dark.png"));

            final String queues = directory.resolve("queues").toString();
            assertEquals(0, sluice("ctl", "pause", "--queues", queues, "--reason", "index"));
            browser.await("top", "Needs a person").await("needs", "sluice ctl resume");
            assertEquals(0, sluice("ctl", "resume", "--queues", queues));
            browser.await("top", "Fine").await("needs", "Nothing needs a person.");
            demo.awaitOutput("until Ctrl-C");
            browser.await("runs", "No run is open");
            browser.awaitScript(
                    "nothing is told of nothing",
                    "return !/Time to the result, last|Requests a call, last|0 us/.test(document.getElementById('now').textContent)");
            assertEquals(2, sluice("top", "--once"));
            assertEquals(List.of(), browser.complaints());
        } finally {
            demo.kill();
        }
    }

    @Test
    void shouldSayWhatIsAwayAndShowHostileTextsAsTextsAndGoOnWhenTheGatewayIsStartedAgain() throws Exception {
        final int port = LocalPorts.free();
        final Path config = config(port, 1);
        final URI page = page(port);
        Child gateway = start(config);
        browser.show(page, 1280, "light").await("top", "Fine").await("runs", "No run is open");
        try (GatewayClient client = client()) {
            for (int i = 0; i < 10_000; i++) {
                client.requests().lookup(HOSTILE + i, HOSTILE);
            }
            client.awaitAll(Results.ignored(), Duration.ofMinutes(2));
            client.requests().lookup("price", 1L);
            browser.await("failures", "onerror")
                    .await("names", "10,000")
                    .await("top", "Needs a person")
                    .await("needs", "crm");
        }
        assertEquals(
                "nobody broken", browser.run("return document.title.includes('broken') ? 'broken' : 'nobody broken'"));
        assertEquals(0L, browser.run("return document.querySelectorAll('img').length"));
        assertEquals(false, browser.run("return document.body.textContent.includes('\u202e')"));
        assertEquals(List.of(), browser.barriers());
        browser.picture(PICTURES.resolve("page-outage.png"));

        browser.run("document.querySelector('#failures a').focus()");
        browser.press(Keys.ENTER).await("life", "without a call");
        assertTrue(browser.url().contains("request?position="));
        assertEquals(List.of(), browser.barriers());

        browser.show(page, 320, "light").await("failures", "onerror");
        assertEquals(320L, browser.run("return document.documentElement.scrollWidth"), "it scrolls sideways");
        assertEquals(List.of(), browser.barriers());
        browser.picture(PICTURES.resolve("page-phone.png"));

        browser.show(page, 1280, "dark").await("failures", "onerror");
        gateway.kill();
        browser.await("link", "has not been heard since");
        gateway = start(config);
        browser.await("top", "Needs a person").await("failures", "onerror");
        browser.awaitScript("it is heard again", "return document.getElementById('link').textContent === ''");
        assertTrue(gateway.isAlive());
    }

    @Test
    void shouldShowEachOfFiftyLanes() throws Exception {
        final int port = LocalPorts.free();
        start(config(port, 50));
        browser.show(page(port), 1280, "light").await("top", "Fine").await("lanes", "Lane 49");
        assertEquals(50L, browser.run("return document.querySelectorAll('#lanes li').length"));
        assertEquals(List.of(), browser.barriers());
    }

    /** A gateway whose service is away, as nobody listens there. */
    private Path config(int port, int lanes) throws IOException {
        return new GatewayYaml("night", temporary.resolve("queues"))
                .with("queues.diskReserve", "1MB")
                .with("queues.lanes", lanes)
                .with("health.port", port)
                .with("health.token", TOKEN)
                .with("services.crm.url", "http://127.0.0.1:" + LocalPorts.free() + "/price")
                .with("lookups.price.service", "crm")
                .with("lookups.price.types", List.of("long"))
                .write(temporary.resolve("gateway-" + port + ".yaml"));
    }

    private static URI page(int port) {
        return URI.create("http://any:" + TOKEN + "@127.0.0.1:" + port + "/");
    }

    private GatewayClient client() {
        return GatewayClient.builder(temporary.resolve("queues"))
                .options(QueueOptions.DEFAULTS.withDiskReserve(1 << 20))
                .open();
    }

    /** Starts a gateway, and waits until it listens. */
    private Child start(Path config) throws IOException {
        final Child gateway = Program.java("dev.sluice.service.Main", "run", "--config", config)
                .log(Path.of("target/page-gateway.log"))
                .start();
        gateways.add(gateway);
        final int port = Integer.parseInt(config.getFileName().toString().replaceAll("[^0-9]", ""));
        awaitPage(page(port));
        return gateway;
    }

    /** Waits until the page is there, with its name and password. */
    private static void awaitPage(URI page) {
        Awaitility.await("the page at " + page.getPort())
                .atMost(Duration.ofSeconds(60))
                .until(() -> isServed(page));
    }

    private static boolean isServed(URI page) throws InterruptedException {
        final String password =
                Base64.getEncoder().encodeToString(page.getUserInfo().getBytes(StandardCharsets.UTF_8));
        final HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + page.getPort() + "/"))
                .header("Authorization", "Basic " + password)
                .build();
        try {
            return HttpClient.newHttpClient()
                            .send(request, BodyHandlers.discarding())
                            .statusCode()
                    == 200;
        } catch (final IOException e) {
            return false;
        }
    }

    private static int sluice(Object... arguments) throws IOException, InterruptedException {
        return Program.java("dev.sluice.service.Main", arguments).run().status();
    }
}
