package io.github.leaderelection.system.cluster;

import java.util.List;

import io.github.leaderelection.probe.EventFile.Happening;
import io.github.leaderelection.probe.RunFile.Run;

/**
 * What one process of a node left behind.
 *
 * @param node the node's name
 * @param samples its answers to {@code isLeader()}, the token for yes
 * @param led the terms it led
 * @param voting whether it could vote, 1 for yes
 * @param happenings what happened to it
 */
public record LifeRecord(String node, List<Run> samples, List<Run> led, List<Run> voting, List<Happening> happenings) {
}
