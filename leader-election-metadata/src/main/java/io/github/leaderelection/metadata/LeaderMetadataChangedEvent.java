package io.github.leaderelection.metadata;

/**
 * Published on each instance when {@link LeaderMetadata#lastKnown()} has other entries,
 * in order. An instance begins with none, so the event also tells what it is filled with
 * after its start. A new leader that only writes the value again publishes nothing.
 *
 * @param group the group
 * @param value the value from now on
 */
public record LeaderMetadataChangedEvent(String group, LeaderMetadata.Value value) {
}
