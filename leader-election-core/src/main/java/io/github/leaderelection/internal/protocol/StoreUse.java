package io.github.leaderelection.internal.protocol;

/**
 * What a group asked of the store in which its lease is kept, since its start.
 *
 * @param tellsChanges whether it tells of changes now, so that a release is found at once
 * @param unanswered how many of them had no answer, or none that is certain
 * @param aborted how many requests of all groups the store has ended by force
 */
public record StoreUse(String description, boolean tellsChanges, long requests, long unanswered, long aborted) {
}
