package dev.sluice.examples.demo;

import dev.sluice.service.Main;
import dev.sluice.testsupport.JavaCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;

/** The gateway in a JVM of its own. */
final class GatewayProcess implements AutoCloseable {

    private final OwnedProcess process;

    private GatewayProcess(OwnedProcess process) {
        this.process = process;
    }

    /**
     * Starts the gateway.
     *
     * @param died called on another thread if it ends before it is stopped
     */
    static GatewayProcess start(DemoDirectory directory, Runnable died) throws IOException {
        Files.deleteIfExists(directory.gatewaySummary());
        return new GatewayProcess(OwnedProcess.start(
                JavaCommand.of(
                        Main.class.getName(),
                        List.of(
                                "run",
                                "--config",
                                directory.gatewayConfig().toString(),
                                "--summary",
                                directory.gatewaySummary().toString())),
                directory.gatewayLog(),
                directory.gatewayPid(),
                died));
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** What happened to a gateway that ended by itself then. */
    DemoException death(String when) throws IOException {
        return new DemoException(
                when + ", the gateway " + process.ended()
                        + "\nNothing is lost: run ./sluice demo again, and it continues.",
                ExitCode.GATEWAY_DIED);
    }

    /** Stops the gateway in order, which writes its summary. */
    @Override
    public void close() throws IOException {
        process.close();
    }
}
