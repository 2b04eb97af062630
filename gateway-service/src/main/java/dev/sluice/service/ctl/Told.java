package dev.sluice.service.ctl;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.service.admin.control.Act;
import dev.sluice.service.config.yaml.ConfigException;
import dev.sluice.service.ctl.ControlCall.Answer;
import dev.sluice.service.ctl.ControlCall.NotThereException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Map;

/** Asks a running gateway and prints what it says; each method returns an exit code. */
public final class Told {

    private static final int NOT_THERE = 3;

    private Told() {}

    /**
     * Asks the gateway how its own file differs from what it runs with.
     *
     * @param file what the caller takes for that file
     */
    public static int difference(Gatepost gatepost, Path file, PrintWriter out, PrintWriter err) {
        return by(
                gatepost,
                Act.RELOAD.word(),
                Map.of("dryRun", "true", "file", file.toAbsolutePath().toString(), "who", who()),
                out,
                err);
    }

    static int by(Gatepost gatepost, String act, Map<String, String> arguments, PrintWriter out, PrintWriter err) {
        try {
            final Answer answer = gatepost.call().ask(act, arguments);
            answer.error().ifPresent(err::println);
            if (answer.error().isEmpty()) {
                print(answer.json(), out);
            }
            return answer.error().isPresent() ? 1 : 0;
        } catch (final NotThereException e) {
            err.println(e.getMessage());
            return NOT_THERE;
        } catch (final ConfigException e) {
            err.println(e.getMessage() + gatepost.instead());
            return 1;
        } finally {
            out.flush();
            err.flush();
        }
    }

    private static void print(JsonNode json, PrintWriter out) {
        if (json.has("done")) {
            out.println(json.get("done").asText());
        } else if (json.path("orders").isEmpty()) {
            out.println("nothing is ordered");
        } else {
            json.get("orders").forEach(order -> out.println(order.asText()));
        }
    }

    /** The caller, as the audit names it. */
    static String who() {
        return System.getProperty("user.name") + "@" + host();
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (final UnknownHostException e) {
            return "an unknown host";
        }
    }
}
