package io.github.leaderelection.system.chaos;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.leaderelection.system.chaos.Fault.Link;

/**
 * Does to links what faults ask for; several may befall one link at once. Used by one
 * thread.
 */
final class LinkFaults {

	/**
	 * What a delay or a loss must exceed, as a part of the lease or as a percentage, to
	 * excuse that no leader is found.
	 */
	private static final int EXCUSING_PART = 20;

	private static final int EXCUSING_PERCENT = 5;

	private final Links links;

	private final long leaseMillis;

	private final DisturbanceLog log;

	private final Map<Fault, DisturbanceLog.Open> active = new HashMap<>();

	LinkFaults(Links links, long leaseMillis, DisturbanceLog log) {
		this.links = links;
		this.leaseMillis = leaseMillis;
		this.log = log;
	}

	void begin(Fault fault) {
		if (fault.kind() == FaultKind.RESET) {
			this.log.begin(fault.toString(), Set.of(), new HashSet<>(fault.links())).end(System.nanoTime());
			fault.links()
				.stream()
				.filter((link) -> link.from() < link.to())
				.forEach((link) -> this.links.reset(link.from(), link.to()));
			return;
		}
		this.active.put(fault,
				this.log.begin(fault.toString(), Set.of(), isExcuse(fault) ? new HashSet<>(fault.links()) : Set.of()));
		fault.links().forEach(this::apply);
	}

	void end(Fault fault) {
		DisturbanceLog.Open open = this.active.remove(fault);
		if (open != null) {
			fault.links().forEach(this::apply);
			open.end(System.nanoTime());
		}
	}

	private boolean isExcuse(Fault fault) {
		return switch (fault.kind()) {
			case DELAY -> fault.strength() > this.leaseMillis / EXCUSING_PART;
			case LOSS -> fault.strength() > EXCUSING_PERCENT;
			default -> true;
		};
	}

	private void apply(Link link) {
		List<Fault> here = this.active.keySet().stream().filter((fault) -> fault.links().contains(link)).toList();
		this.links.set(link.from(), link.to(), Trouble.of(here));
	}

}
