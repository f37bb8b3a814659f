package io.github.leaderelection.internal.runtime.group;

import java.util.function.Supplier;

import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.internal.flapping.FlappingSettings;
import io.github.leaderelection.internal.runtime.leadership.LeadershipPublisher;
import io.github.leaderelection.internal.runtime.listener.LatestBroadcast;
import io.github.leaderelection.internal.runtime.listener.ListenerDispatch;
import io.github.leaderelection.internal.runtime.watch.NoticeLog;

/**
 * Where one group tells what happens in it. Outlives starts and stops.
 *
 * @param grants the grant and the known leader
 * @param listeners the application's listeners
 * @param broadcasts what leaders say
 * @param notices what the protocol reports
 * @param eligibility whether the node may stand
 * @param flapping when leadership counts as flapping
 * @param status the status of this instant
 * @param rehearsed whether nothing is written to the log while all goes well
 */
public record GroupOutlets(LeadershipPublisher grants, ListenerDispatch listeners, LatestBroadcast broadcasts,
		NoticeLog notices, NodeEligibility eligibility, FlappingSettings flapping, Supplier<ElectionStatus> status,
		boolean rehearsed) {

}
