package io.github.leaderelection.internal.assignment.runtime;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.github.leaderelection.internal.assignment.protocol.AssignmentEvent;
import io.github.leaderelection.internal.assignment.protocol.AssignmentMessage;
import io.github.leaderelection.internal.assignment.protocol.AssignmentSettings;
import io.github.leaderelection.internal.assignment.protocol.AssignmentState;
import io.github.leaderelection.internal.assignment.protocol.AssignmentSettings.Declared;
import io.github.leaderelection.internal.assignment.view.AssignmentReport;
import io.github.leaderelection.internal.runtime.extension.ExtensionFactory;
import io.github.leaderelection.internal.runtime.extension.GroupHost;
import org.jspecify.annotations.Nullable;

/**
 * Makes the assignments of a group at each start of its node, and knows the present ones.
 */
public final class AssignmentsFactory implements ExtensionFactory {

	private final AssignmentPlan plan;

	private final OwnershipPublisher publisher;

	private final @Nullable AssignmentCarrier carrier;

	private final Supplier<List<AssignmentEvent>> pins;

	private final Consumer<AssignmentState> observer;

	private volatile @Nullable GroupAssignments present;

	/** Makes a factory for one group without pins. */
	public AssignmentsFactory(AssignmentPlan plan, OwnershipPublisher publisher, @Nullable AssignmentCarrier carrier) {
		this(plan, publisher, carrier, List::of, (state) -> {
		});
	}

	/**
	 * Makes a factory for one group.
	 * @param carrier carries messages where no link does, null where all workers have
	 * links
	 * @param pins where partitions belong, as this node plans, asked at each start
	 * @param observer sees the state after each turn, on the loop; never blocks
	 */
	public AssignmentsFactory(AssignmentPlan plan, OwnershipPublisher publisher, @Nullable AssignmentCarrier carrier,
			Supplier<List<AssignmentEvent>> pins, Consumer<AssignmentState> observer) {
		this.plan = plan;
		this.publisher = publisher;
		this.carrier = carrier;
		this.pins = pins;
		this.observer = observer;
	}

	@Override
	public String name() {
		return "assignments";
	}

	@Override
	public Class<AssignmentMessage> messageType() {
		return AssignmentMessage.class;
	}

	@Override
	public GroupAssignments create(GroupHost host) {
		AssignmentSettings settings = new AssignmentSettings(host.settings().self().value(), host.incarnation(),
				this.plan.leaseNanos(), this.plan.waitNanos(), host.settings().maxClockDrift(), this.plan.held(),
				this.plan.declared());
		GroupAssignments made = new GroupAssignments(host, settings, this.publisher, this.carrier,
				this.plan::drainNanosOf, this.observer);
		this.present = made;
		this.pins.get().forEach(made::tell);
		return made;
	}

	/** The assignments of the newest start, null before the first. */
	public @Nullable GroupAssignments present() {
		return this.present;
	}

	public AssignmentPlan plan() {
		return this.plan;
	}

	/** Looks at the newest start; null before the first. For any thread. */
	public @Nullable AssignmentReport report() {
		GroupAssignments made = this.present;
		return (made != null) ? new AssignmentReport(made.state(), this.publisher.statistics(),
				this.plan.declared().stream().map(Declared::assignment).toList(), this.plan.leaseNanos(),
				this.plan.waitNanos(), made.now()) : null;
	}

}
