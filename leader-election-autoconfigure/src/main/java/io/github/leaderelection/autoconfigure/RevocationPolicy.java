package io.github.leaderelection.autoconfigure;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.OutlivedLeadership;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.autoconfigure.RevocationProperties.OnRevocation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.SpringApplication;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Ends the process, if configured, when leader-only work outlives its leadership. Such
 * work runs beside that of the next leader, and only the end of the process surely stops
 * it. Does nothing if the application is already closing.
 */
class RevocationPolicy implements Consumer<OutlivedLeadership> {

	/**
	 * The temporary failure of sysexits, after which a supervisor may restart the
	 * process.
	 */
	static final int EXIT_STATUS = 75;

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final OnRevocation choice;

	private final BooleanSupplier closing;

	private final IntConsumer close;

	private final IntConsumer halt;

	private final AtomicBoolean ending = new AtomicBoolean();

	/**
	 * Creates a policy.
	 * @param choice the configured reaction
	 * @param closing whether the context is being closed
	 * @param close closes the context with an exit status, without waiting for it
	 * @param halt ends the process with an exit status
	 */
	RevocationPolicy(OnRevocation choice, BooleanSupplier closing, IntConsumer close, IntConsumer halt) {
		this.choice = Objects.requireNonNull(choice, "choice");
		this.closing = closing;
		this.close = close;
		this.halt = halt;
	}

	/**
	 * Creates the policy of an application.
	 */
	static RevocationPolicy of(OnRevocation choice, ConfigurableApplicationContext context) {
		return new RevocationPolicy(choice, context::isClosed, (status) -> close(context, status),
				Runtime.getRuntime()::halt);
	}

	/** Closes the context on a non-daemon thread, so that the JVM waits for it. */
	private static void close(ApplicationContext context, int status) {
		new Thread(() -> SpringApplication.exit(context, () -> status), "leader-election-close").start();
	}

	@Override
	public void accept(OutlivedLeadership leadership) {
		boolean orderly = leadership.reason() == RevocationReason.STOPPED && this.closing.getAsBoolean();
		if (this.choice == OnRevocation.CONTINUE || orderly || !this.ending.compareAndSet(false, true)) {
			return;
		}
		boolean halts = this.choice == OnRevocation.HALT;
		logger.error(
				"Group '{}': the leadership with fencing token {} has ended ({}) while {} ran, so this process {} with exit "
						+ "status {} (leader-election.on-revocation={})",
				leadership.group(), leadership.fencingToken(), leadership.reason(), leadership.works(),
				halts ? "HALTS" : "closes its application context", EXIT_STATUS, halts ? "halt" : "close-context");
		(halts ? this.halt : this.close).accept(EXIT_STATUS);
	}

}
