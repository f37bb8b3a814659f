package io.github.leaderelection.internal.application;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.runtime.Rehearsal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;

/**
 * Rehearses hand-overs once a process, after the application is ready. Otherwise a new
 * leader would load and link the classes of its first election while no node leads.
 */
public class HandOverRehearsal implements ApplicationListener<ApplicationReadyEvent> {

	/** What its thread is called. */
	public static final String THREAD = "leader-election-rehearsal";

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	/** More rounds would trigger compilation, which costs seconds of CPU time. */
	private static final int ROUNDS = 3;

	private final BooleanSupplier wanted;

	private final AtomicBoolean begun;

	private final Runnable rehearsal;

	/**
	 * A rehearsal that has not begun.
	 * @param wanted asked once the application is ready
	 * @param begun shared by all contexts of this process that would rehearse the same
	 * @param rehearsal what runs then; may fail
	 */
	public HandOverRehearsal(BooleanSupplier wanted, AtomicBoolean begun, Runnable rehearsal) {
		this.wanted = wanted;
		this.begun = begun;
		this.rehearsal = rehearsal;
	}

	/** The same rehearsal some times over. */
	public static Runnable rounds(Supplier<Rehearsal> rehearsals) {
		return () -> {
			for (int i = 0; i < ROUNDS; i++) {
				rehearsals.get().run();
			}
		};
	}

	@Override
	public void onApplicationEvent(ApplicationReadyEvent event) {
		begin();
	}

	/** Returns whether this call started the rehearsal. */
	boolean begin() {
		boolean first = this.wanted.getAsBoolean() && this.begun.compareAndSet(false, true);
		if (first) {
			Thread thread = new Thread(this::rehearse, THREAD);
			thread.setDaemon(true);
			thread.setPriority(Thread.MIN_PRIORITY);
			thread.start();
		}
		return first;
	}

	/** Rehearses on the caller's thread. */
	public void rehearse() {
		try {
			this.rehearsal.run();
		}
		catch (VirtualMachineError ex) {
			throw ex;
		}
		catch (Throwable ex) {
			logger.warn("The rehearsal of a hand-over failed. The first hand-over will take a few hundredths of a "
					+ "second longer", ex);
		}
	}

}
