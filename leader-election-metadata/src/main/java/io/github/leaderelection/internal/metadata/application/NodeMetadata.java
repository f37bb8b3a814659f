package io.github.leaderelection.internal.metadata.application;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.Promise;
import io.github.leaderelection.internal.lifecycle.NodeExtension;
import io.github.leaderelection.internal.metadata.protocol.Metadata;
import io.github.leaderelection.internal.metadata.runtime.DiskRegisterFile;
import io.github.leaderelection.internal.metadata.runtime.RegisterFactory;
import io.github.leaderelection.internal.metadata.runtime.RegisterFile;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.view.GroupValue;
import io.github.leaderelection.node.ElectionNodeBuilder;
import io.github.leaderelection.node.GroupOptions;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * The metadata of all groups of a node.
 */
public final class NodeMetadata implements NodeExtension, AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final Map<String, GroupMetadata> groups = new ConcurrentSkipListMap<>();

	private final Supplier<ElectionNode> node;

	private final Consumer<Object> events;

	private volatile Consumer<GroupValue> observers = (value) -> {
	};

	/** A thread for each write and event that is under way. */
	private final ExecutorService threads;

	/** One save after the other, over all starts: an older one replaces no newer one. */
	private final ExecutorService saves;

	/**
	 * Creates the metadata.
	 * @param node supplies this node once it is made
	 * @param events publishes an application event
	 */
	public NodeMetadata(Supplier<ElectionNode> node, Consumer<Object> events) {
		this.node = node;
		this.events = events;
		CustomizableThreadFactory factory = new CustomizableThreadFactory("leader-election-metadata-");
		factory.setDaemon(true);
		this.threads = Executors.newCachedThreadPool(factory);
		this.saves = Executors.newSingleThreadExecutor(factory);
	}

	/** The metadata of a group, whether or not this node has it. */
	public GroupMetadata of(String group) {
		return this.groups.computeIfAbsent(group, (name) -> new GroupMetadata(name, this.threads,
				() -> this.node.get().elector(name).isLeader(), this.events, (value) -> show(name, value)));
	}

	private void show(String group, Metadata value) {
		LeaderSequenceNumber sequence = value.sequence();
		if (sequence != null) {
			this.observers.accept(new GroupValue(group, sequence,
					value.entries().stream().map((each) -> new GroupValue.Entry(each.key(), each.value())).toList(),
					value.lost()));
		}
	}

	@Override
	public void showTo(Consumer<GroupValue> next) {
		this.observers = next;
	}

	@Override
	public void shown(GroupValue value) {
		of(value.group()).shown(new Metadata(value.sequence(),
				value.entries().stream().map((each) -> new Metadata.Entry(each.key(), each.value())).toList(),
				value.lost()));
	}

	/** The metadata of each group that was asked for, or that this node has. */
	public Map<String, GroupMetadata> groups() {
		return Collections.unmodifiableMap(this.groups);
	}

	@Override
	public void extend(ElectionNodeBuilder builder) {
		Map<String, Set<Promise>> promises = builder.promises();
		builder.groups().forEach((group, options) -> {
			if (!promises.getOrDefault(group, Set.of()).containsAll(Set.of(Promise.S2, Promise.S3))) {
				of(group).refused("its election '" + options.algorithm()
						+ "' may have two leaders at once: choose one that promises S2 and S3, such as quorum");
			}
			else {
				extend(builder, group, options);
			}
		});
	}

	private void extend(ElectionNodeBuilder builder, String group, GroupOptions options) {
		GroupMetadata metadata = of(group);
		RegisterFactory factory = new RegisterFactory((settings) -> file(builder.stateDirectory(), settings),
				this.saves, metadata);
		metadata.carriedBy(factory, TimeUnit.NANOSECONDS.convert(options.lease()));
		builder.extension(group, factory);
	}

	private static RegisterFile file(@Nullable Path directory, ElectionSettings settings) {
		if (directory != null) {
			return new DiskRegisterFile(directory, settings, ".metadata");
		}
		logger.info("Group '{}': its metadata are kept in memory, and are empty again once all members have restarted: "
				+ "set leader-election.state-directory to keep them", settings.group());
		return RegisterFile.inMemory();
	}

	@Override
	public CompletionStage<Void> stop(String group) {
		return CompletableFuture.completedStage(null);
	}

	@Override
	public List<String> problems(String group) {
		GroupMetadata metadata = this.groups.get(group);
		return (metadata != null) ? metadata.problems() : List.of();
	}

	@Override
	public void close() {
		this.threads.shutdown();
		this.saves.shutdown();
	}

}
