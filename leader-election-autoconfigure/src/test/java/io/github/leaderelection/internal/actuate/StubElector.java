package io.github.leaderelection.internal.actuate;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.leaderelection.ElectionRequestException;
import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.LeaderBroadcast;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.LeaderWork;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.WorkInFlight;
import io.github.leaderelection.internal.flapping.Flapping;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.protocol.StoreUse;
import io.github.leaderelection.internal.runtime.ElectorInternals;
import org.jspecify.annotations.Nullable;

/**
 * An elector that is what a test says.
 */
public final class StubElector
		implements LeaderElector, LeaderElector.Eligibility, LeaderElector.Broadcasts, ElectorInternals {

	private final List<LeadershipListener> listeners = new CopyOnWriteArrayList<>();

	private volatile ElectionStatus status;

	private volatile CompletionStage<Void> answer = CompletableFuture.completedStage(null);

	private volatile @Nullable String asked;

	private volatile @Nullable Flapping flapping;

	private volatile @Nullable StoreUse store;

	private volatile List<String> disagreements = List.of();

	private final Map<Notice, Long> reported = new ConcurrentHashMap<>();

	private volatile boolean observes;

	private volatile WorkInFlight work = WorkInFlight.NONE;

	public StubElector(ElectionStatus status) {
		this.status = status;
	}

	public StubElector shows(ElectionStatus present) {
		this.status = present;
		return this;
	}

	public StubElector answers(CompletionStage<Void> stage) {
		this.answer = stage;
		return this;
	}

	public StubElector sees(@Nullable Flapping seen, long conflictCount, List<String> disagreeing) {
		this.flapping = seen;
		reports(Notice.CONFLICT, conflictCount);
		this.disagreements = disagreeing;
		return this;
	}

	public StubElector observing() {
		this.observes = true;
		return this;
	}

	@Override
	public boolean observes() {
		return this.observes;
	}

	@Override
	public Optional<Flapping> flapping() {
		return Optional.ofNullable(this.flapping);
	}

	@Override
	public Optional<String> trace() {
		return Optional.empty();
	}

	@Override
	public void ineligible(@Nullable String reason) {
		// says what a test says
	}

	@Override
	public void stopAdmitting() {
		throw new UnsupportedOperationException();
	}

	@Override
	public boolean leaveIfIdle() {
		throw new UnsupportedOperationException();
	}

	@Override
	public Optional<StoreUse> storeUse() {
		return Optional.ofNullable(this.store);
	}

	StubElector asks(StoreUse used) {
		this.store = used;
		return this;
	}

	@Override
	public List<String> disagreements() {
		return this.disagreements;
	}

	@Override
	public long count(Notice notice) {
		return this.reported.getOrDefault(notice, 0L);
	}

	public StubElector reports(Notice notice, long count) {
		this.reported.put(notice, count);
		return this;
	}

	public @Nullable String asked() {
		return this.asked;
	}

	public List<LeadershipListener> listeners() {
		return this.listeners;
	}

	@Override
	public String group() {
		return this.status.group();
	}

	@Override
	public boolean isLeader() {
		return this.status.leading();
	}

	@Override
	public Optional<Leadership> leadership() {
		return Optional.empty();
	}

	@Override
	public Optional<LeaderInfo> leader() {
		return Optional.ofNullable(this.status.leader());
	}

	@Override
	public ElectionStatus status() {
		return this.status;
	}

	public StubElector runs(WorkInFlight running) {
		this.work = running;
		return this;
	}

	@Override
	public WorkInFlight workInFlight() {
		return this.work;
	}

	@Override
	public @Nullable LeaderWork beginWork() {
		return null;
	}

	@Override
	public @Nullable LeaderWork beginWork(String name) {
		return beginWork();
	}

	@Override
	public CompletionStage<Void> send(String text) {
		return CompletableFuture.failedStage(new ElectionRequestException("a stub says nothing"));
	}

	@Override
	public Optional<LeaderBroadcast> last() {
		return Optional.empty();
	}

	@Override
	public LeaderElector.Broadcasts broadcasts() {
		return this;
	}

	@Override
	public LeaderElector.Eligibility eligibility() {
		return this;
	}

	@Override
	public boolean isPaused() {
		return false;
	}

	@Override
	public CompletionStage<Void> resign() {
		this.asked = "resign";
		return this.answer;
	}

	@Override
	public CompletionStage<Void> transferTo(NodeId member) {
		this.asked = "transfer to " + member;
		return this.answer;
	}

	@Override
	public CompletionStage<Void> pause() {
		this.asked = "pause";
		return this.answer;
	}

	@Override
	public CompletionStage<Void> resume() {
		this.asked = "resume";
		return this.answer;
	}

	@Override
	public Registration addListener(LeadershipListener listener) {
		this.listeners.add(listener);
		return () -> this.listeners.remove(listener);
	}

}
